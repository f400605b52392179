import { prepared } from '#kernel/db/statement.ts'
import { publishLive } from '#kernel/live/live.ts'
import type { DocumentChanged } from './outbox.ts'
import { transaction, type Tx, type TransactionPool } from '#kernel/db/tx.ts'

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
    if (messages.length === 0) return false
    const kinds = [...new Set(messages.flatMap((message) => message.payload.kinds ?? []))]
    if (kinds.length > 0) await tx.run(bumpMarks(kinds))
    const userIds = [...new Set(messages.flatMap((message) => message.payload.inboxOf ?? []))]
    await tx.run(publishLive({ type: 'change', kinds }))
    await tx.run(publishLive({ type: 'tasks', userIds }))
    await handle?.(tx, messages)
    return messages.length === BATCH
  })
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
        // The database is away; the rows wait for it.
        console.error(`outbox relay: ${(error as Error).message}`)
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
