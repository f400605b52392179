import { reading, transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { poll, type Polling } from './poll.ts'

/** The arguments of such work: transactions, because an area never imports the pool. */
export interface WorkServices {
  readonly now: () => Date
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly reading: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export function workServices(pool: TransactionPool, now: () => Date): WorkServices {
  return { now, transaction: (work) => transaction(pool, work), reading: (work) => reading(pool, work) }
}

/**
 * Recurring work of an area. It is no queue job, since the work of a killed worker would stay locked there for hours.
 * Every worker polls, and work in progress is claimed by a row with a lease.
 */
export interface AreaWork {
  readonly name: string
  /** Polling interval; an idle poll reads an index or two. */
  readonly everySeconds: number
  /** Returns true where there may be more: it is then called again at once. */
  run(services: WorkServices, closing: AbortSignal): Promise<boolean>
}

/** Runs the work of all areas until closed, each kind in a loop of its own. */
export function startAreaWork(services: WorkServices, works: readonly AreaWork[]): Polling {
  const loops = works.map((work) =>
    poll(work.everySeconds * 1000, async (closing) => {
      try {
        return await work.run(services, closing)
      } catch (error) {
        // The database is away, or the work cannot be done now: it will be tried again.
        if (!closing.aborted) console.error(`${work.name} waits: ${(error as Error).message}`)
        return false
      }
    }),
  )
  return {
    async close() {
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}
