import { setTimeout as sleep } from 'node:timers/promises'
import { transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import { beatRun } from './import-job.ts'
import { type ImportRun, lockAtStart, runAtStart } from './import-run.ts'

/** Thrown where the run was cancelled or taken by another start: the worker stops without changes. */
export class Lost extends Error {
  override readonly name = 'Lost'
}

/** One start of a phase, for its worker. */
export interface Work {
  readonly run: ImportRun
  readonly signal: AbortSignal
  readonly progress: { done: number; total: number | null }
  /** Throws where the run has another start. Takes no lock. */
  mustBeMine(tx: Tx): Promise<ImportRun>
  /** The same at the end of a transaction: locks the run until the commit. */
  mustStayMine(tx: Tx): Promise<ImportRun>
  /** It was cancelled, or another start has it. */
  isLost(): boolean
  stop(): void
}

const BEAT_MS = 1_500

/** Sends heartbeats to the database, and learns there of a cancellation. */
export function startWork(pool: TransactionPool, run: ImportRun, now: () => Date, closing: AbortSignal): Work {
  const unwanted = new AbortController()
  const stopped = new AbortController()
  const mine = (found: ImportRun | null): ImportRun => {
    if (found) return found
    unwanted.abort(new Lost())
    throw new Lost()
  }
  const work: Work = {
    run,
    signal: AbortSignal.any([unwanted.signal, closing]),
    progress: { done: 0, total: null },
    mustBeMine: async (tx) => mine(await runAtStart(tx, run)),
    mustStayMine: async (tx) => mine(await lockAtStart(tx, run)),
    isLost: () => unwanted.signal.aborted,
    stop: () => stopped.abort(),
  }
  const beat = async (): Promise<void> => {
    const { done, total } = work.progress
    const isMine = await transaction(pool, async (tx) => {
      const touched = await tx.first(beatRun(run.id, run.start, done, total, now()))
      await tx.run(publishLive({ type: 'download', userIds: [run.user_id], taskId: run.task_id }))
      return touched !== undefined
    })
    if (!isMine) unwanted.abort(new Lost())
  }
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // A failed heartbeat is ignored; while the database is away the work itself fails too.
      await beat().catch(() => undefined)
      await sleep(BEAT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  void loop()
  return work
}
