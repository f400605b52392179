import { prepared } from '#kernel/platform/db/statement.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import type { DocumentChanged } from './outbox.ts'
import { transaction, type Tx, type TransactionPool } from '#kernel/platform/db/tx.ts'

export interface Message {
  readonly id: string
  readonly topic: string
  /** Other topics, and rows of an earlier version, lack some fields of `document.changed`. */
  readonly payload: Partial<DocumentChanged>
}

/**
 * Takes a batch of committed rows off the outbox. Several relays share the work (`skip locked`), and a row is removed
 * in the transaction in which it takes effect: exactly once, whatever process dies.
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

/** Further consequences of a committed message; runs in the relay's transaction. */
export type MessageHandler = (tx: Tx, messages: readonly Message[]) => Promise<void>

/** One handler after the other. */
export function inTurn(...handlers: readonly MessageHandler[]): MessageHandler {
  return async (tx, messages) => {
    for (const handle of handlers) await handle(tx, messages)
  }
}

/** Handles one batch; true where there may be more. */
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
 * A failing batch is handled row by row, and the message that fails is set aside with the reason, so that everything
 * else continues. Returns how many were set aside.
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

/**
 * A failure caused by the content of a message, which would repeat: not an unavailable, full or stopping database, nor
 * a serialisation conflict.
 */
function isOfMessage(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  if (typeof code !== 'string') return error instanceof TypeError || error instanceof RangeError
  return /^(22|23|42|P0)...$/.test(code)
}

export interface Relay {
  close(): Promise<void>
}

/** Polls for committed messages a few times a second; an idle poll is one indexed read. */
export function startRelay(pool: TransactionPool, handle?: MessageHandler, pauseMs = 250): Relay {
  const stop = new AbortController()
  const loop = async () => {
    while (!stop.signal.aborted) {
      try {
        if (await relayOnce(pool, handle)) continue
      } catch (error) {
        // While the database is away, the rows wait in it.
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
