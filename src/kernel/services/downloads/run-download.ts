import {
  commonScope,
  coversScope,
  may,
  type Principal,
  type Scope,
  scopeOf,
} from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { watchAuthorization } from '#kernel/platform/access/authorization-watch.ts'
import { type Reading, snapshot } from '#kernel/platform/db/snapshot.ts'
import { reading, transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { ZipTooLarge } from '#kernel/platform/excel/write/zip-stream.ts'
import { fileErrors } from '#kernel/platform/files/attachment.errors.ts'
import { type FilesStore, StoreError } from '#kernel/platform/files/files-store.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import {
  askAgain,
  beatTask,
  claimTask,
  type DownloadJob,
  type DownloadTask,
  expireTasks,
  failTask,
  finishTask,
  forgetTasks,
  giveBack,
  neededFiles,
  MOST_ATTEMPTS,
  type Reason,
  type UsedRight,
} from './download-task.ts'
import { downloadErrors } from './downloads.errors.ts'
import { exportFile, fileEnding, fileName } from './export-file.ts'
import type { ExportColumn, ListExport, Reader } from '#kernel/platform/exports/list-export.ts'

export interface DownloadServices {
  /** Pool for the tasks' own statements. */
  readonly pool: TransactionPool
  /** Not pipelined, since exports read through cursors. */
  readonly cursorPool: TransactionPool
  readonly files: FilesStore
  readonly exports: ReadonlyMap<string, ListExport>
  readonly now: () => Date
  readonly limits: DownloadLimits
}

export interface DownloadLimits {
  /** An export of this many rows or more is refused (spec section 9). */
  readonly rows: number
  /** An export of at most so many rows is answered in its own call. */
  readonly atOnce: number
  /** Time-out of an export. */
  readonly minutes: number
  /** Days for which a file is kept. */
  readonly days: number
}

const BEAT_MS = 1_500
const DAY_MS = 86_400_000
export const GROUP = 'downloads'

/** Makes the file of a task, or ends it with a reason. Other starts of the same task are excluded. */
export async function runDownload(services: DownloadServices, job: DownloadJob, closing: AbortSignal): Promise<void> {
  const { pool, now, limits } = services
  const task = await transaction(pool, (tx) => tx.first(claimTask(job.taskId, job.run, now())))
  if (!task) return
  const work = startWork(services, task, closing)
  try {
    if (task.attempts > MOST_ATTEMPTS) throw new Refused(downloadErrors.gaveUp({ attempts: MOST_ATTEMPTS }))
    await makeFile(services, task, work)
  } catch (error) {
    // Cancelled, or replaced by another start.
    if (work.isLost()) return
    const reason = stopped(work, limits) ?? reasonOf(error, task)
    if (reason) await end(services, task, failTask(task.id, task.run, JSON.stringify(reason), now()))
    else {
      // The process ends, the database was away, or a fault: retried a few times.
      const isInterrupted = closing.aborted
      if (!isInterrupted) console.error(`download task ${task.id}: ${(error as Error).stack ?? String(error)}`)
      await transaction(pool, (tx) => tx.run(giveBack(task.id, task.run, isInterrupted ? 1 : 0)))
    }
  } finally {
    work.stop()
  }
}

function stopped(work: Work, { minutes }: DownloadLimits): Reason | null {
  if (work.isBarred()) return downloadErrors.rightsChanged()
  return work.isLate() ? downloadErrors.tookTooLong({ minutes }) : null
}

function reasonOf(error: unknown, { attempts }: DownloadTask): Reason | null {
  if (error instanceof Refused) return { key: error.first.key, params: error.first.params }
  // The specific error says more than the number of attempts.
  if (error instanceof StoreError && attempts >= MOST_ATTEMPTS) return fileErrors.storeAway()
  return error instanceof ZipTooLarge ? downloadErrors.tooLarge() : null
}

/** A running task: its progress, and whether it is still wanted. */
interface Work {
  readonly signal: AbortSignal
  progress: { done: number; total: number | null }
  isLost(): boolean
  isLate(): boolean
  /** Aborted when its reader loses access that they had at the beginning. */
  watch(mayGoOn: (tx: Tx) => Promise<boolean>): void
  isBarred(): boolean
  stop(): void
}

/** Sends heartbeats to the database, and learns there of a cancellation. */
function startWork({ pool, now, limits }: DownloadServices, task: DownloadTask, closing: AbortSignal): Work {
  const unwanted = new AbortController()
  const late = new AbortController()
  const barred = new AbortController()
  let unwatch = (): void => undefined
  const since = now().getTime()
  const work = {
    signal: AbortSignal.any([unwanted.signal, late.signal, barred.signal, closing]),
    progress: { done: 0, total: null as number | null },
    isLost: () => unwanted.signal.aborted,
    isLate: () => late.signal.aborted,
    watch: (mayGoOn: (tx: Tx) => Promise<boolean>) => {
      unwatch = watchAuthorization(pool, mayGoOn, () => barred.abort())
    },
    isBarred: () => barred.signal.aborted,
    stop: () => {
      unwatch()
      clearInterval(timer)
    },
  }
  const beat = async (): Promise<void> => {
    const { done, total } = work.progress
    const isMine = await transaction(pool, async (tx) => {
      const touched = await tx.first(beatTask(task.id, task.run, done, total, now()))
      await tx.run(publishLive({ type: 'download', userIds: [task.user_id], taskId: task.id }))
      return touched !== undefined
    })
    if (!isMine) unwanted.abort()
    if (now().getTime() - since > limits.minutes * 60_000) late.abort()
  }
  // A failed heartbeat is ignored; while the database is away the work itself fails too.
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  void beat().catch(() => undefined)
  return work
}

/** Ends a task and notifies the person. False where the task has another start. */
function end({ pool }: DownloadServices, task: DownloadTask, statement: ReturnType<typeof failTask>): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const touched = await tx.first(statement)
    await tx.run(publishLive({ type: 'download', userIds: [task.user_id], taskId: task.id }))
    return touched !== undefined
  })
}

async function makeFile(services: DownloadServices, task: DownloadTask, work: Work): Promise<void> {
  const { files, now, limits } = services
  const { request } = task
  const list = services.exports.get(request.list)
  if (!list) throw new Refused(httpErrors.notFound())
  const key = `${GROUP}/${task.id}-${task.run}.${fileEnding(request)}`
  const read = async (tx: Tx, reading: Reading) => {
    const reader = await readerNow(tx, list, task, now())
    work.watch((later) => standsAsBefore(later, list, task, reader.principal))
    const passed = (rows: number) => {
      work.signal.throwIfAborted()
      work.progress.done += rows
    }
    const question = { list, request, reader, limit: limits.rows, expected: task.rows_total, passed }
    const file = await exportFile(tx, reading, question)
    work.progress = { done: 0, total: file.rows }
    return { ...file, reader, size: await files.put(key, file.bytes) }
  }
  const stop = { signal: work.signal, by: services.pool }
  const { size, columns, reader } = await snapshot(services.cursorPool, read, stop)
  const finished = finishTask(task.id, task.run, {
    rows: work.progress.done,
    // The name that the person was told when it began. Tried anew by hand, it has the time of its own data.
    name: task.run === task.attempts ? task.name : fileName(list, request, reader.now),
    key,
    size,
    scope: reader.principal.scope,
    limits: reader.principal.limits ?? {},
    rights: usedRights(list, columns, reader.principal),
    at: now(),
    expires: new Date(now().getTime() + limits.days * DAY_MS),
  })
  if (!(await end(services, task, finished))) await files.remove(key)
}

/** The rights that the file's content depends on, and where they are held now: all must still be held when it is fetched. */
function usedRights(
  { readsBy = [] }: ListExport,
  columns: readonly ExportColumn[],
  principal: Principal,
): readonly UsedRight[] {
  const used = new Set([...columns.flatMap(({ right, wholeBy }) => [right ?? [], wholeBy ?? []].flat()), ...readsBy])
  return [...used].filter((right) => may(principal, right)).map((right) => [right, scopeOf(principal, right)])
}

/** The person with their current rights and scope, which may have changed since the request. */
async function readerNow(tx: Tx, list: ListExport, task: DownloadTask, now: Date): Promise<Reader> {
  const principal = await principalOfUser(tx, task.user_id, task.request.language)
  if (!principal) throw new Refused(downloadErrors.personGone())
  return { principal: exporter(list, principal), language: task.request.language, now }
}

/** More access than before is fine; any loss may concern just this file. */
async function standsAsBefore(tx: Tx, list: ListExport, task: DownloadTask, before: Principal): Promise<boolean> {
  const found = await principalOfUser(tx, task.user_id, task.request.language)
  if (!found || [list.viewRight, list.right].some((right) => !may(found, right))) return false
  const holds = (right: string) => may(found, right) && coversScope(scopeOf(found, right), scopeOf(before, right))
  return coversScope(exporter(list, found).scope, before.scope) && [...before.rights].every(holds)
}

/** The person's scope for an export: organisations where they hold only one of the view and export rights are left out. */
export function exporter(list: ListExport, principal: Principal): Principal {
  const scopes = [list.viewRight, list.right].map((right): Scope => {
    if (!may(principal, right)) throw new Refused(httpErrors.forbidden({ right }))
    return scopeOf(principal, right)
  })
  return { ...principal, scope: scopes.reduce(commonScope) }
}

/** Restarts tasks that lost their worker. */
export async function recoverDownloads(pool: TransactionPool): Promise<void> {
  await reading(pool, (tx) => tx.run(askAgain()))
}

/** The centre reaches back ninety days, the first of them whole in every zone. */
const KEPT_DAYS = 92

/** Marks and removes expired files, and after a day those left by killed processes. */
export async function sweepDownloads({ pool, files, now, limits }: DownloadServices): Promise<void> {
  const reason = JSON.stringify(downloadErrors.expired({ days: limits.days }))
  const over = await transaction(pool, async (tx) => {
    const tasks = await tx.rows(expireTasks(now(), reason))
    for (const { user_id: userId, id } of tasks)
      await tx.run(publishLive({ type: 'download', userIds: [userId], taskId: id }))
    return tasks
  })
  const old = await transaction(pool, (tx) => tx.rows(forgetTasks(new Date(now().getTime() - KEPT_DAYS * DAY_MS))))
  for (const { file_key: key } of [...over, ...old]) if (key !== null) await files.remove(key)
  await files.sweep(GROUP, new Date(now().getTime() - DAY_MS), async (keys) => {
    const rows = await reading(pool, (tx) => tx.rows(neededFiles(keys)))
    return new Set(rows.map(({ file_key: key }) => key))
  })
}
