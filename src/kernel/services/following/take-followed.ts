import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Message, MessageHandler } from '#kernel/platform/outbox/relay.ts'
import { type Follow, type FollowedAct, typeOf } from './follow.ts'

/** A message for one follower alone: what is left of one that it failed at. */
const FOLLOW = 'document.follow'

interface FollowMessage extends Omit<FollowedAct, 'at'> {
  readonly follower: string
  readonly at: string
}

/**
 * Earlier messages of these documents. One that another relay is taking is waited for; what is found was left behind by a relay that died
 * or failed meanwhile.
 */
const earlierOnes = prepared<{ id: string }>(
  'follow.earlier',
  `select id from outbox where id < $1 and topic = 'document.changed' and payload->>'documentId' = any ($2::text[])
     and payload->>'documentType' = any ($3::text[])
   order by id for update`,
)
const MARK: Statement = { name: 'savepoint followed', text: 'savepoint followed', values: [] }
const UNDO: Statement = { name: 'undo followed', text: 'rollback to savepoint followed', values: [] }
const setAside = prepared(
  'follow.set-aside',
  `insert into outbox_dead_letter (id, topic, payload, at, reason)
   select nextval(pg_get_serial_sequence('outbox', 'id')), '${FOLLOW}', p, (p->>'at')::timestamptz, $2 from jsonb_array_elements($1::jsonb) p`,
)

/** The relay's part: followers are called in the transaction that takes the messages off the outbox (decision 121). */
export function takeFollowed(follows: readonly Follow[]): MessageHandler {
  return async (tx, messages) => {
    const inOrder = messages.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    const all = inOrder.flatMap((message) => actsIn(follows, message))
    if (all.length === 0) return
    await waitForEarlier(
      tx,
      all.map(({ id }) => id),
      all.map(({ act }) => act),
    )
    for (const follower of new Set(all.map((one) => one.follower))) {
      await call(
        tx,
        follower,
        follows.find(({ name }) => name === follower),
        all.filter((one) => one.follower === follower).map(({ act }) => act),
      )
    }
  }
}

interface FollowerCall {
  readonly id: string
  readonly follower: string
  readonly act: FollowedAct
}

function actsIn(follows: readonly Follow[], { id, topic, payload }: Message): readonly FollowerCall[] {
  if (topic === FOLLOW) {
    const { follower, at, ...act } = payload as unknown as FollowMessage
    return [{ id, follower, act: { ...act, at: new Date(at) } }]
  }
  const { documentType, documentId, completed } = payload
  if (!completed || documentType === undefined || documentId === undefined) return []
  const act = { documentType, documentId, ...completed, at: new Date(completed.at) }
  return follows
    .filter((follow) => typeOf(follow) === documentType && follow.did === completed.did)
    .map(({ name }) => ({ id, follower: name, act }))
}

/** A code that repeats the transaction, which then takes what was left behind. */
class LeftBehind extends Error {
  readonly code = '40001'
}

async function waitForEarlier(tx: Tx, ids: readonly string[], acts: readonly FollowedAct[]): Promise<void> {
  const documents = [...new Set(acts.map(({ documentId }) => documentId))]
  const types = [...new Set(acts.map(({ documentType }) => documentType))]
  const left = await tx.rows(earlierOnes(ids.at(-1), documents, types))
  if (left.length > 0) throw new LeftBehind(`message ${left[0]?.id} comes first`)
}

/** All at once; where that fails each by itself, and what fails then is set aside for this follower alone. */
async function call(tx: Tx, name: string, follow: Follow | undefined, acts: readonly FollowedAct[]): Promise<void> {
  const reason = follow ? await failureOf(tx, () => follow.do(tx, acts)) : 'nobody follows under this name'
  if (reason === null) return
  if (follow && acts.length > 1) {
    for (const act of acts) await call(tx, name, follow, [act])
    return
  }
  await tx.run(setAside(JSON.stringify(acts.map((act) => ({ follower: name, ...act }))), reason))
  for (const { no } of acts) console.error(`outbox relay: ${name} was set aside for ${no}: ${reason}`)
}

/** Undoes what fails by its content and says why. An unavailable database, a conflict or a lock is the whole batch's: it is tried again. */
async function failureOf(tx: Tx, work: () => Promise<void>): Promise<string | null> {
  await tx.run(MARK)
  try {
    await work()
    return null
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string }
    if (typeof code === 'string' && /^(08|40|53|55P03|57P)/.test(code)) throw error
    await tx.run(UNDO).catch(() => {
      // The connection is gone.
      throw error
    })
    return message
  }
}
