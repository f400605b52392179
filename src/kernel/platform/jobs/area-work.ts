import { setTimeout as sleep } from 'node:timers/promises'
import { reading, transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'

/** What such work is given: transactions, not the pool (law 4). */
export interface WorkServices {
  readonly now: () => Date
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly reading: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export function workServices(pool: TransactionPool, now: () => Date): WorkServices {
  return { now, transaction: (work) => transaction(pool, work), reading: (work) => reading(pool, work) }
}

/**
 * Work of an area that comes again and again. Not a job of the queue: what a killed worker had under way would stay locked
 * there for hours. Every worker looks, so what is under way is claimed by a row, with a lease.
 */
export interface AreaWork {
  readonly name: string
  /** Between two looks; an idle one is a read of an index or two. */
  readonly everySeconds: number
  /** True where there may be more: it is called again at once. */
  run(services: WorkServices, closing: AbortSignal): Promise<boolean>
}

/** Does the work of all areas until closed, each kind in a loop of its own. */
export function startAreaWork(services: WorkServices, works: readonly AreaWork[]): { close(): Promise<void> } {
  const closing = new AbortController()
  const { signal } = closing
  const loop = async (work: AreaWork) => {
    while (!signal.aborted) {
      let isMore = false
      try {
        isMore = await work.run(services, signal)
      } catch (error) {
        // The database is away, or what is to be done cannot be done now: it will be looked at again.
        if (!signal.aborted) console.error(`${work.name} waits: ${(error as Error).message}`)
      }
      if (!isMore) await sleep(work.everySeconds * 1000, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = works.map(loop)
  return {
    async close() {
      closing.abort()
      await Promise.all(running)
    },
  }
}
