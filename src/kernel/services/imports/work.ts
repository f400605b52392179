import { setTimeout as sleep } from 'node:timers/promises'
import { transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import { beatRun } from './import-job.ts'
import { type ImportRun, lockAtStart, runAtStart } from './import-run.ts'

/** Somebody else has the run, or nobody wants it any more: whoever meets this leaves everything as it is. */
export class Lost extends Error {
  override readonly name = 'Lost'
}

/** One start of a phase, by whoever works on it. */
export interface Work {
  readonly run: ImportRun
  readonly signal: AbortSignal
  readonly progress: { done: number; total: number | null }
  /** Refuses to go on where the run is no longer this start's. Does not wait. */
  mustBeMine(tx: Tx): Promise<ImportRun>
  /** The same at the end of a transaction: holds the run until it is committed. */
  mustStayMine(tx: Tx): Promise<ImportRun>
  /** It was cancelled, or another start has it. */
  isLost(): boolean
  stop(): void
}

const BEAT_MS = 1_500

/** Tells the database regularly that somebody works on the run, and hears there when it was cancelled. */
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
      // A beat that fails is one of many; where the database is away the work itself ends too.
      await beat().catch(() => undefined)
      await sleep(BEAT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  void loop()
  return work
}
