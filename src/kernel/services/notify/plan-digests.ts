import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { CHANNELS, type Channel } from './kinds.ts'
import { nextDigest } from './quiet-hours.ts'
import { isReachable, type Recipient, recipientsOf } from './recipient.ts'
import { isWanted } from './settings.ts'

const BATCH = 500
const DAY_MS = 86_400_000

/** Everyone with a role has a digest; without settings of their own they get a row with the time of their first. */
const newcomers = prepared<{ id: number }>(
  'notify.newcomers',
  `select u.id from app_user u where u.status = 'active' and exists (select from user_role r where r.user_id = u.id)
     and not exists (select from notification_setting s where s.user_id = u.id) order by u.id limit ${BATCH}`,
)
const insertSettings = prepared(
  'notify.insert-settings',
  `insert into notification_setting (user_id, next_digest_at, updated_at) select *, $3::timestamptz from unnest($1::int[], $2::timestamptz[])
   on conflict (user_id) do nothing`,
)
/** Several processes share the work: locked rows are skipped. */
const dueDigests = prepared<{ user_id: number; last_digest_at: Date | null }>(
  'notify.due-digests',
  `select user_id, last_digest_at from notification_setting where next_digest_at <= $1 order by user_id limit ${BATCH} for update skip locked`,
)
const moveOn = prepared(
  'notify.move-on',
  `update notification_setting s set next_digest_at = d.next_at, last_digest_at = $3
   from unnest($1::int[], $2::timestamptz[]) as d (user_id, next_at) where s.user_id = d.user_id`,
)
const insertDigests = prepared(
  'notify.insert-digests',
  `insert into notification_delivery (user_id, channel, kind, state, since, due_at, created_at)
   select user_id, channel, 'digest', 'gathering', since, $4, $4 from unnest($1::int[], $2::text[], $3::timestamptz[]) as d (user_id, channel, since)`,
)

export interface DigestServices {
  readonly pool: TransactionPool
  readonly now: () => Date
  readonly channels: readonly Channel[]
}

/** Makes the due digests, each once: the time of the next is set in the same transaction. */
export async function planDigests(services: DigestServices): Promise<void> {
  while (await transaction(services.pool, (tx) => planBatch(tx, services)));
}

async function planBatch(tx: Tx, { now, channels }: DigestServices): Promise<boolean> {
  const at = now()
  const fresh = (await tx.rows(newcomers())).map(({ id }) => id)
  if (fresh.length > 0) {
    const people = [...(await recipientsOf(tx, fresh)).values()]
    await tx.run(
      insertSettings(
        people.map(({ userId }) => userId),
        people.map(({ rules }) => nextDigest(rules, at)),
        at,
      ),
    )
  }
  const due = await tx.rows(dueDigests(at))
  if (due.length === 0) return fresh.length === BATCH
  const people = await recipientsOf(
    tx,
    due.map(({ user_id }) => user_id),
  )
  const digests = due.flatMap(({ user_id, last_digest_at }) =>
    channelsOf(people.get(user_id), channels).map((channel) => ({
      userId: user_id,
      channel,
      since: last_digest_at ?? new Date(at.getTime() - DAY_MS),
    })),
  )
  await tx.run(
    insertDigests(
      digests.map(({ userId }) => userId),
      digests.map(({ channel }) => channel),
      digests.map(({ since }) => since),
      at,
    ),
  )
  await tx.run(
    moveOn(
      due.map(({ user_id }) => user_id),
      due.map(({ user_id }) => nextAt(people.get(user_id), at)),
      at,
    ),
  )
  return due.length === BATCH || fresh.length === BATCH
}

/** People who no longer work here are checked again in a month. */
function nextAt(recipient: Recipient | undefined, at: Date): Date {
  return recipient ? nextDigest(recipient.rules, at) : new Date(at.getTime() + 30 * DAY_MS)
}

function channelsOf(recipient: Recipient | undefined, channels: readonly Channel[]): readonly Channel[] {
  if (!recipient) return []
  return CHANNELS.filter(
    (channel) =>
      channels.includes(channel) && isReachable(recipient, channel) && isWanted(recipient.chosen, 'digest', channel),
  )
}
