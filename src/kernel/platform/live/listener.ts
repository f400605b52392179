import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LIVE_CHANNEL } from './live.ts'

export interface ListenerOptions {
  readonly databaseUrl: string
  readonly onMessage: (payload: string) => void
  /** Called after a reconnect: messages may have been missed meanwhile. */
  readonly onBack: () => void
}

export interface Listener {
  /** Resolves once messages arrive; rejects where the database does not answer in time. */
  ready(): Promise<void>
  close(): Promise<void>
}

const READY_MS = 5_000
const PROBE_EVERY_MS = 30_000
const PROBE_ANSWER_MS = 10_000
const RETRY_MS = { first: 250, most: 5_000 }

/** One listening connection, reopened for as long as the process serves. */
export function startListener(options: ListenerOptions): Listener {
  const closing = new AbortController()
  let listening = Promise.withResolvers<void>()
  let client: pg.Client | undefined
  let isListening = false
  let wasThere = false

  async function listenOnce(): Promise<void> {
    client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: 'live',
      keepAlive: true,
      connectionTimeoutMillis: READY_MS,
    })
    const lost = Promise.withResolvers<never>()
    // It may be lost before anyone awaits it.
    lost.promise.catch(() => undefined)
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('the connection that listens was closed')))
    client.on('notification', ({ payload }) => options.onMessage(payload ?? ''))
    await client.connect()
    await client.query(`listen ${LIVE_CHANNEL}`)
    isListening = true
    listening.resolve()
    if (wasThere) options.onBack()
    wasThere = true
    await Promise.race([lost.promise, probe(client, closing.signal)])
  }

  async function run(): Promise<void> {
    let pauseMs = RETRY_MS.first
    while (!closing.signal.aborted) {
      try {
        await listenOnce()
      } catch (error) {
        if (!closing.signal.aborted) console.error(`live updates pause: ${(error as Error).message}`)
      }
      if (isListening) {
        isListening = false
        listening = Promise.withResolvers<void>()
        pauseMs = RETRY_MS.first
      }
      await client?.end().catch(() => undefined)
      // Jitter, so that several processes do not reconnect at the same moment.
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: closing.signal }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, RETRY_MS.most)
    }
  }

  const running = run()
  return {
    async ready() {
      const patience = new AbortController()
      const late = sleep(READY_MS, undefined, { signal: patience.signal }).then(() => {
        throw new Error('the database does not answer')
      })
      late.catch(() => undefined)
      await Promise.race([listening.promise, late]).finally(() => patience.abort())
    },
    async close() {
      closing.abort()
      await client?.end().catch(() => undefined)
      await running
    },
  }
}

/** A silently dead connection is detected by a query. */
async function probe(client: pg.Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(PROBE_EVERY_MS, undefined, { signal })
    const silent = sleep(PROBE_ANSWER_MS, 'silent' as const, { signal })
    silent.catch(() => undefined)
    const answer = await Promise.race([client.query('select 1').then(() => 'alive' as const), silent])
    if (answer === 'silent') throw new Error('the connection that listens no longer answers')
  }
}
