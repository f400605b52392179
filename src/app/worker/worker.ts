import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { runApprovalClock } from '#kernel/services/tasks/deadline-job.ts'
import { type HeadPublishing, publishHead } from '#kernel/platform/audit/anchor.ts'
import { checkpointAudit } from '#kernel/platform/audit/checkpoint.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { type DownloadJob, JOBS, queueJobs, REQUESTED } from '#kernel/services/downloads/download-task.ts'
import { type DownloadServices, recoverDownloads, runDownload } from '#kernel/services/downloads/run-download.ts'
import { type EffectServices, startEffects } from '#kernel/services/effect-delivery/run-effects.ts'
import { type ImportJob, queueImports } from '#kernel/services/imports/import-job.ts'
import { REQUESTED as IMPORT_REQUESTED } from '#kernel/services/imports/import-run.ts'
import type { ImportServices } from '#kernel/services/imports/importer.ts'
import { recoverImports, runImport } from '#kernel/services/imports/run-import.ts'
import { type Notifier, startNotifier } from '#kernel/services/notify/notifier.ts'
import type { SyncServices } from '#kernel/services/sync/run-pushes.ts'
import { startSync } from '#kernel/services/sync/start-sync.ts'
import { takeChanges } from '#kernel/services/sync/take-changes.ts'
import { inTurn, type MessageHandler, startRelay } from '#kernel/platform/outbox/relay.ts'
import type { Follow } from '#kernel/services/following/follow.ts'
import { takeFollowed } from '#kernel/services/following/take-followed.ts'
import { type ReserveServices, startReserves } from '#kernel/services/reserve-confirmation/run-reserves.ts'
import { compareRegistry } from '#kernel/engine/document/compare-registry.ts'
import { applyDated } from '#kernel/engine/record/write/dated-job.ts'
import { type AreaWork, startAreaWork, workServices } from '#kernel/platform/jobs/area-work.ts'
import type { JobKind } from '#kernel/services/monitor/monitor-wire.ts'
import { poll } from '#kernel/platform/jobs/poll.ts'
import { tidy } from './tidy.ts'

export interface WorkerOptions {
  /** Pipelined pool of the product's own statements. */
  readonly pool: TransactionPool
  /** A plain pool for the job queue, which listens and uses cursors of its own. */
  readonly jobPool: Pool
  readonly downloads: DownloadServices
  readonly imports: ImportServices
  readonly effects: EffectServices
  readonly reserves: ReserveServices
  readonly notifier: Notifier
  readonly sync: SyncServices & { readonly days: number }
  /** Where the head of the audit chain is published. */
  readonly auditAnchor?: HeadPublishing
  /** Recurring work of the areas. */
  readonly work?: readonly AreaWork[]
  /** What areas do once documents of other areas completed an action. */
  readonly follows?: readonly Follow[]
}

export interface Worker {
  close(): Promise<void>
}

/** The list of given-up jobs has a text for each kind. */
type Kinds = Partial<Record<JobKind, Task>>

/** Scheduled work. Each task is safe to run twice and in several processes: the queue runs it once. */
function tasks({ pool, downloads, imports, effects, notifier, sync, auditAnchor }: WorkerOptions): TaskList {
  return {
    approvalClock: async (_payload, helpers) => {
      const { acts, failures } = await runApprovalClock(effects)
      if (acts > 0) helpers.logger.info(`the clock acted on ${acts} tasks`)
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tasks could not be acted on`)
    },
    datedValues: async (_payload, helpers) => {
      const done = await applyDated(pool, effects.now())
      if (done > 0) helpers.logger.info(`${done} values came into force`)
    },
    checkpointAudit: async (_payload, helpers) => {
      const checkpointed = await checkpointAudit(pool)
      if (checkpointed > 0) helpers.logger.info(`checkpointed ${checkpointed} audit rows`)
      if (auditAnchor) await publishHead(pool, auditAnchor, effects.now())
    },
    compareDocuments: async (_payload, helpers) => {
      const differences = await compareRegistry(pool, effects.now())
      if (differences > 0) helpers.logger.warn(`the registry of documents differed for ${differences} documents`)
    },
    tidy: () => tidy({ pool, downloads, imports, notifier, sync }),
  } satisfies Kinds
}

function schedule(): CronItem[] {
  return [
    { task: 'approvalClock', match: '* * * * *' },
    { task: 'datedValues', match: '* * * * *' },
    { task: 'checkpointAudit', match: '* * * * *' },
    { task: 'compareDocuments', match: '40 1 * * *' },
    { task: 'tidy', match: '17 * * * *' },
  ]
}

/** The queue logs each pick-up and start; only warnings and errors are kept. */
const logger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') console.error(message)
})

/** Runners of the queue, each with a listening connection of its own: one for short jobs, one for downloads, one for imports. */
export const LISTENING = 3

/** Runs the outbox relay and the job queue until closed. Both survive a temporary loss of the database. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, jobPool, downloads, imports, effects, reserves, notifier, sync, work = [], follows = [] } = options
  const closing = new AbortController()
  const download = (payload: unknown) => runDownload(downloads, payload as DownloadJob, closing.signal)
  const smallDownloads = { [JOBS.small]: download } satisfies Kinds
  const start = () => [
    startRelay(
      pool,
      inTurn(queueDownloads(downloads), queueAskedImports, notifier.take, takeChanges(sync.now), takeFollowed(follows)),
    ),
    startNotifier(notifier),
    startQueue({ jobPool, concurrency: 4, taskList: { ...tasks(options), ...smallDownloads }, cron: schedule() }),
    // A runner of its own, so that long jobs do not delay short ones.
    startQueue({
      jobPool,
      concurrency: DOWNLOADS_AT_ONCE,
      taskList: { [JOBS.large]: download } satisfies Kinds,
      cron: [],
    }),
    startQueue({
      jobPool,
      concurrency: IMPORTS_AT_ONCE,
      taskList: importTasks(imports, closing.signal),
      cron: [],
    }),
    startRecovery(pool),
    startEffects(effects),
    startReserves(reserves),
    startSync(sync),
    startAreaWork(workServices(pool, effects.now), work),
  ]
  const started = setUpQueue(jobPool, closing.signal).then((isThere) => (isThere ? start() : []))
  return {
    async close() {
      closing.abort()
      await Promise.all((await started).map((part) => part.close()))
    },
  }
}

/** The queue's own tables, before any job is added. False where the worker was closed before. */
async function setUpQueue(jobPool: Pool, closing: AbortSignal): Promise<boolean> {
  while (!closing.aborted) {
    try {
      await runMigrations({ pgPool: jobPool, logger })
      return true
    } catch (error) {
      console.error(`job queue is not set up: ${(error as Error).message}`)
    }
    await sleep(RESTART_MS, undefined, { signal: closing }).catch(() => undefined)
  }
  return false
}

const DOWNLOADS_AT_ONCE = 2
const IMPORTS_AT_ONCE = 2

function importTasks(services: ImportServices, closing: AbortSignal): TaskList {
  return { runImport: (payload) => runImport(services, payload as ImportJob, closing) } satisfies Kinds
}

/** The relay's part: requested tasks become jobs, in the transaction that takes them off the outbox. */
function queueDownloads({ limits }: DownloadServices): MessageHandler {
  return async (tx, messages) => {
    const jobs = messages
      .filter(({ topic }) => topic === REQUESTED)
      .map(({ payload }) => payload as unknown as DownloadJob)
    if (jobs.length > 0) await tx.run(queueJobs(jobs, limits.atOnce))
  }
}

const queueAskedImports: MessageHandler = async (tx, messages) => {
  const jobs = messages
    .filter(({ topic }) => topic === IMPORT_REQUESTED)
    .map(({ payload }) => payload as unknown as ImportJob)
  if (jobs.length > 0) await tx.run(queueImports(jobs))
}

const LOOK_MS = 3_000

/** Polls for tasks whose worker died; an idle poll is one read of a partial index. */
function startRecovery(pool: TransactionPool): Worker {
  return poll(LOOK_MS, async () => {
    // The database is away: it is tried again.
    await recoverDownloads(pool).catch(() => undefined)
    await recoverImports(pool).catch(() => undefined)
    return false
  })
}

const RESTART_MS = 1_000

/** By default a stopping runner does not wait until the end of its jobs is stored, and nobody would notice a failure. */
const AWAITED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

interface QueueOptions {
  readonly jobPool: Pool
  readonly concurrency: number
  readonly taskList: TaskList
  readonly cron: CronItem[]
}

/** The queue's runner ends when the database dies, also during its set-up: it is then restarted. */
function startQueue({ jobPool, concurrency, taskList, cron }: QueueOptions): Worker {
  const closing = new AbortController()
  let runner: Runner | undefined
  const loop = async () => {
    while (!closing.signal.aborted) {
      try {
        runner = await run({
          pgPool: jobPool,
          concurrency,
          noHandleSignals: true,
          logger,
          pollInterval: 2000,
          taskList,
          parsedCronItems: parseCronItems(cron),
          preset: AWAITED,
        })
        if (closing.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        console.error(`job queue stopped: ${(error as Error).message}`)
      }
      runner = undefined
      await sleep(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    async close() {
      closing.abort()
      await runner?.stop().catch(() => undefined)
      await running
    },
  }
}
