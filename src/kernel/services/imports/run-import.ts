import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { fileErrors } from '#kernel/platform/files/attachment.errors.ts'
import { StoreError } from '#kernel/platform/files/files-store.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import { applyRun, stopRun } from './apply-rows.ts'
import { auditRun } from './import-audit.ts'
import { askRunsAgain, claimRun, giveBackRun, type ImportJob, MOST_ATTEMPTS } from './import-job.ts'
import { type ImportRun, moveRun, neededFiles, purgeRuns } from './import-run.ts'
import { forgetApplied, forgetRows } from './import-rows.ts'
import { definitionOf, type ImportServices } from './importer.ts'
import { KEPT_DAYS } from '#kernel/services/downloads/import-card.ts'
import { importErrors } from './imports.errors.ts'
import { readFile } from './read-file.ts'
import { notifyEnd } from './notify-end.ts'
import { standAgain, undoRun } from './undo-rows.ts'
import { startWork, type Work } from './work.ts'

/** The group of the files store for imported files. */
export const GROUP = 'imports'

/** Runs the requested phase, or ends it with a reason. Other starts of the same phase are excluded. */
export async function runImport(services: ImportServices, job: ImportJob, closing: AbortSignal): Promise<void> {
  const { pool, now } = services
  const run = await transaction(pool, (tx) => tx.first(claimRun(job.importId, job.start)))
  if (!run) return
  const work = startWork(pool, run, now, closing)
  try {
    if (run.attempts > MOST_ATTEMPTS) throw new Refused(importErrors.gaveUp({ attempts: MOST_ATTEMPTS }))
    await phase(services, work)
  } catch (error) {
    // Cancelled, or replaced by another start.
    if (work.isLost()) return
    const isLast = error instanceof StoreError && run.attempts >= MOST_ATTEMPTS
    if (isLast) await refuse(services, work, new Refused(fileErrors.storeAway()))
    else if (error instanceof Refused && error.first.key !== httpErrors.busy().key) await refuse(services, work, error)
    else await giveBack(services, work, error, closing)
  } finally {
    work.stop()
    await told(pool, run).catch(() => undefined)
  }
}

function phase(services: ImportServices, work: Work): Promise<void> {
  const definition = definitionOf(services.definitions, work.run.kind)
  if (work.run.state === 'reading') return readFile(services, definition, work)
  return work.run.state === 'running' ? applyRun(services, definition, work) : undoRun(services, definition, work)
}

/** Ends a phase that cannot succeed. */
async function refuse(services: ImportServices, work: Work, error: Refused): Promise<void> {
  const { pool, now } = services
  await transaction(pool, async (tx) => {
    const run = await work.mustStayMine(tx)
    if (run.state === 'running') await stopRun(tx, services, run, error)
    else if (run.state === 'undoing') await standAgain(tx, services, run, error.first)
    else {
      await tx.run(forgetRows(run.id))
      const moved = await moveRun(tx, run, { state: 'failed', reason: error.first }, now())
      await auditRun(tx, moved, 'failed', 'reading', now())
      await notifyEnd(tx, moved, now())
    }
  }).catch((cause: unknown) => {
    if (!work.isLost()) throw cause
  })
}

/** The process ends, the database was away, or a fault: retried a few times. */
async function giveBack({ pool }: ImportServices, { run }: Work, error: unknown, closing: AbortSignal): Promise<void> {
  const isInterrupted = closing.aborted
  if (!isInterrupted) console.error(`import ${run.id}: ${(error as Error).stack ?? String(error)}`)
  await transaction(pool, (tx) => tx.run(giveBackRun(run.id, run.start, isInterrupted ? 1 : 0)))
}

function told(pool: TransactionPool, { user_id: userId, task_id: taskId }: ImportRun): Promise<unknown> {
  return reading(pool, (tx) => tx.run(publishLive({ type: 'download', userIds: [userId], taskId })))
}

/** Restarts runs that lost their worker. */
export async function recoverImports(pool: TransactionPool): Promise<void> {
  await reading(pool, (tx) => tx.run(askRunsAgain()))
}

const PURGED_AT_ONCE = 20
const DAY_MS = 86_400_000

/** Removes expired files and rows; the run itself stays as a record of who imported what. */
export async function purgeImports({ pool, files, now }: ImportServices): Promise<number> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  let purged = 0
  for (;;) {
    const over = await transaction(pool, async (tx) => {
      const runs = await tx.rows(purgeRuns(before, now(), PURGED_AT_ONCE))
      for (const run of runs) {
        await tx.run(forgetRows(run.id))
        await tx.run(forgetApplied(run.id))
        // A run without rows can no longer be decided.
        if (run.state !== 'checked' && run.state !== 'stopped') continue
        const reason = importErrors.purged({ days: KEPT_DAYS })
        const moved = await moveRun(tx, run, { state: 'discarded', reason }, now())
        await auditRun(tx, moved, 'purge', run.state, now())
      }
      return runs
    })
    for (const run of over) await files.remove(run.file_key)
    purged += over.length
    if (over.length < PURGED_AT_ONCE) break
  }
  // Files that a killed process left without a run. A recently used run keeps its file, however old that is.
  await files.sweep(GROUP, new Date(now().getTime() - DAY_MS), async (keys) => {
    const rows = await reading(pool, (tx) => tx.rows(neededFiles(keys)))
    return new Set(rows.map(({ file_key: key }) => key))
  })
  return purged
}
