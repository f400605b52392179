import { prepared } from '#kernel/platform/db/statement.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import type { DocumentChanged } from './outbox.ts'
import { transaction, type Tx, type TransactionPool } from '#kernel/platform/db/tx.ts'

export interface Message {
  readonly id: string
  readonly topic: string
  /** Other topics, and rows written by an earlier version, lack what `document.changed` tells today. */
  readonly payload: Partial<DocumentChanged>
}

/**
 * Takes a batch of committed rows off the outbox. Several relays share the work (`skip locked`), and a row leaves in the
 * same transaction in which it takes effect: exactly once, whatever dies in between.
 */
const takeBatch = prepared<Message>(
  'outbox.take',
  `delete from outbox where id in (select id from outbox order by id limit $1 for update skip locked) returning id, topic, payload`,
)
const waiting = prepared<{ id: string }>('outbox.waiting', `select id from outbox order by id limit $1`)
const takeOne = prepared<Message>(
  'outbox.take-one',
  `delete from outbox where id = (select id from outbox where id = $1 for update skip locked) returning id, topic, payload`,
)
const setAside = prepared(
  'outbox.set-aside',
  `with bad as (delete from outbox where id = $1 returning id, topic, payload, at)
   insert into outbox_dead_letter (id, topic, payload, at, reason) select id, topic, payload, at, $2 from bad`,
)
const bumpMarks = prepared(
  'outbox.bump-marks',
  `insert into change_mark (kind, mark) select k, 1 from unnest($1::text[]) k order by k
   on conflict (kind) do update set mark = change_mark.mark + 1`,
)

const BATCH = 500

/** What else a committed message sets going; runs in the relay's transaction. */
export type MessageHandler = (tx: Tx, messages: readonly Message[]) => Promise<void>

/** Moves one batch; true where there may be more. */
export function relayOnce(pool: TransactionPool, handle?: MessageHandler): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const messages = await tx.rows(takeBatch(BATCH))
    if (messages.length > 0) await takeEffect(tx, messages, handle)
    return messages.length === BATCH
  })
}

async function takeEffect(tx: Tx, messages: readonly Message[], handle: MessageHandler | undefined): Promise<void> {
  const kinds = [...new Set(messages.flatMap((message) => message.payload.kinds ?? []))]
  if (kinds.length > 0) await tx.run(bumpMarks(kinds))
  const userIds = [...new Set(messages.flatMap((message) => message.payload.inboxOf ?? []))]
  await tx.run(publishLive({ type: 'change', kinds }))
  await tx.run(publishLive({ type: 'tasks', userIds }))
  await handle?.(tx, messages)
}

/**
 * A batch that cannot be taken is taken one by one, and the message that it failed for is set aside with the reason: everything else
 * goes on. Answers how many were set aside.
 */
export async function relaySingly(pool: TransactionPool, handle?: MessageHandler): Promise<number> {
  let aside = 0
  for (const { id } of await transaction(pool, (tx) => tx.rows(waiting(BATCH)))) {
    try {
      await transaction(pool, async (tx) => {
        const messages = await tx.rows(takeOne(id))
        if (messages.length > 0) await takeEffect(tx, messages, handle)
      })
    } catch (error) {
      if (!isOfMessage(error)) throw error
      const { message } = error as Error
      await transaction(pool, (tx) => tx.run(setAside(id, message)))
      console.error(`outbox relay: message ${id} was set aside: ${message}`)
      aside += 1
    }
  }
  return aside
}

/** What the content of a message brought about, and will again: not a database that is away, full, or shutting down, nor a lost race. */
function isOfMessage(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  if (typeof code !== 'string') return error instanceof TypeError || error instanceof RangeError
  return /^(22|23|42|P0)...$/.test(code)
}

export interface Relay {
  close(): Promise<void>
}

/** Looks for committed messages a few times a second; an idle look is one indexed read. */
export function startRelay(pool: TransactionPool, handle?: MessageHandler, pauseMs = 250): Relay {
  const stop = new AbortController()
  const loop = async () => {
    while (!stop.signal.aborted) {
      try {
        if (await relayOnce(pool, handle)) continue
      } catch (error) {
        // Where the database is away, the rows wait for it.
        console.error(`outbox relay: ${(error as Error).message}`)
        if (isOfMessage(error)) await relaySingly(pool, handle).catch(() => 0)
      }
      await pause(pauseMs, stop.signal)
    }
  }
  const running = loop()
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
