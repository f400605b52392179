import { may, type Principal } from '#kernel/access/principal.ts'
import { principalOfUser } from '#kernel/access/session.ts'
import { type Cursor, snapshot } from '#kernel/db/snapshot.ts'
import { reading, transaction, type TransactionPool, type Tx } from '#kernel/db/tx.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { type CellInput, timeIn, type WrittenColumn } from '#kernel/excel/sheet-cells.ts'
import { csvStream } from '#kernel/excel/write-csv.ts'
import { workbookStream } from '#kernel/excel/write-workbook.ts'
import { ZipTooLarge } from '#kernel/excel/zip-stream.ts'
import type { FilesStore } from '#kernel/files/files-store.ts'
import { kernelTexts } from '#kernel/i18n/texts.ts'
import { publishLive } from '#kernel/live/live.ts'
import {
  askAgain,
  beatTask,
  claimTask,
  type DownloadJob,
  type DownloadTask,
  expireTasks,
  failTask,
  finishTask,
  giveBack,
  MOST_ATTEMPTS,
  type Reason,
} from './download-task.ts'
import { downloadErrors } from './downloads.errors.ts'
import {
  chosenColumns,
  type ExportRequest,
  type ExportRow,
  type ListExport,
  type Reader,
  visibleColumns,
} from './list-export.ts'

export interface DownloadServices {
  /** Of the tasks' own statements. */
  readonly pool: TransactionPool
  /** Not pipelined: exports read through cursors. */
  readonly cursorPool: TransactionPool
  readonly files: FilesStore
  readonly exports: ReadonlyMap<string, ListExport>
  readonly now: () => Date
  readonly limits: DownloadLimits
}

export interface DownloadLimits {
  /** An export of this many rows or more is refused (spec section 9). */
  readonly rows: number
  /** An export of at most so many rows answers in its own call. */
  readonly atOnce: number
  /** How long an export may take. */
  readonly minutes: number
  /** How long a file is kept. */
  readonly days: number
}

/** Rows that are in memory at a time. */
const BATCH = 1000
const BEAT_MS = 1_500
const DAY_MS = 86_400_000
export const GROUP = 'downloads'

/** Makes the file of a task, or ends it with a reason. Nobody else's start of the same task comes between. */
export async function runDownload(services: DownloadServices, job: DownloadJob, closing: AbortSignal): Promise<void> {
  const { pool, now } = services
  const task = await transaction(pool, (tx) => tx.first(claimTask(job.taskId, job.run, now())))
  if (!task) return
  const work = startWork(services, task, closing)
  try {
    if (task.attempts > MOST_ATTEMPTS) throw new Refused(downloadErrors.gaveUp({ attempts: MOST_ATTEMPTS }))
    await makeFile(services, task, work)
  } catch (error) {
    // Cancelled, or another start has it.
    if (work.isLost()) return
    const reason = reasonOf(error)
    if (reason) await end(services, task, failTask(task.id, task.run, JSON.stringify(reason), now()))
    else {
      // The process ends, the database was away, a fault: it is made again, a few times.
      const isInterrupted = closing.aborted
      if (!isInterrupted) console.error(`download task ${task.id}: ${(error as Error).stack ?? String(error)}`)
      await transaction(pool, (tx) => tx.run(giveBack(task.id, task.run, isInterrupted ? 1 : 0)))
    }
  } finally {
    work.stop()
  }
}

function reasonOf(error: unknown): Reason | null {
  if (error instanceof Refused) return { key: error.first.key, params: error.first.params }
  return error instanceof ZipTooLarge ? downloadErrors.tooLarge() : null
}

/** What runs: its progress, and whether it is still wanted. */
interface Work {
  readonly signal: AbortSignal
  progress: { done: number; total: number | null }
  isLost(): boolean
  stop(): void
}

/** Tells the database regularly that somebody works on the task, and hears there when it was cancelled. */
function startWork({ pool, now }: DownloadServices, task: DownloadTask, closing: AbortSignal): Work {
  const unwanted = new AbortController()
  const work = {
    signal: AbortSignal.any([unwanted.signal, closing]),
    progress: { done: 0, total: null as number | null },
    isLost: () => unwanted.signal.aborted,
    stop: () => clearInterval(timer),
  }
  const beat = async (): Promise<void> => {
    const { done, total } = work.progress
    const isMine = await transaction(pool, async (tx) => {
      const touched = await tx.first(beatTask(task.id, task.run, done, total, now()))
      await tx.run(publishLive({ type: 'download', userIds: [task.user_id], taskId: task.id }))
      return touched !== undefined
    })
    if (!isMine) unwanted.abort()
  }
  // A beat that fails is one of many; where the database is away the work itself ends too.
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  void beat().catch(() => undefined)
  return work
}

/** The last word on a task, and the person hears it. False where the task was no longer this start's. */
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
  const key = `${GROUP}/${task.id}-${task.run}.${request.format}`
  const read = async (tx: Tx, cursor: Cursor) => {
    const reader = await readerNow(tx, list, task, now())
    const { counted, source } = await rowsOf(tx, cursor, { list, reader, request, limit: limits.rows })
    work.progress = { done: 0, total: counted }
    const about = aboutFile(list, reader, request, counted, now())
    const columns = fileColumns(list, reader.principal, request)
    const rights = columns.flatMap(({ right }) => right ?? [])
    const size = await files.put(key, fileStream(request, list, columns, watched(source, work), about))
    return { size, rows: work.progress.done, principal: reader.principal, rights }
  }
  const stop = { signal: work.signal, by: services.pool }
  const { size, rows, principal, rights } = await snapshot(services.cursorPool, read, stop)
  const scope = JSON.stringify(principal.scope)
  const expires = new Date(now().getTime() + limits.days * DAY_MS)
  const finished = finishTask(task.id, task.run, rows, key, size, scope, now(), expires, JSON.stringify(rights))
  const isKept = await end(services, task, finished)
  if (!isKept) await files.remove(key)
}

/** The person as he stands now: rights and scope may have changed since he asked. */
async function readerNow(tx: Tx, list: ListExport, task: DownloadTask, now: Date): Promise<Reader> {
  const principal = await principalOfUser(tx, task.user_id, task.request.language)
  if (!principal) throw new Refused(downloadErrors.personGone())
  requireRights(list, principal)
  return { principal, language: task.request.language, now }
}

export function requireRights(list: ListExport, principal: Principal): void {
  for (const right of [list.viewRight, list.right]) {
    if (!may(principal, right)) throw new Refused(httpErrors.forbidden({ right }))
  }
}

/** The columns that were asked for, without those that the person may not see any more. */
function fileColumns(list: ListExport, principal: Principal, request: ExportRequest) {
  const visible = visibleColumns(list, principal)
  const keys = request.columns.filter((key) => visible.some((column) => column.key === key))
  if (keys.length === 0) throw new Refused(httpErrors.forbidden({ right: list.right }))
  return chosenColumns(visible, keys)
}

interface Asked {
  readonly list: ListExport
  readonly reader: Reader
  readonly request: ExportRequest
  readonly limit: number
}

async function rowsOf(tx: Tx, cursor: Cursor, { list, reader, request, limit }: Asked) {
  const { rows, count, rowOf, rowsOf: shaped } = await list.query(tx, reader, request)
  const counted = Number((await tx.first(count))?.total ?? 0)
  if (counted >= limit) throw new Refused(downloadErrors.tooManyRows({ limit }))
  const columns = fileColumns(list, reader.principal, request)
  async function* source(): AsyncGenerator<CellInput[][]> {
    for await (const batch of cursor(rows, BATCH)) {
      const raw = shaped ? await shaped(batch as ExportRow[]) : (batch as ExportRow[])
      yield raw.map((one) => {
        const row = rowOf ? rowOf(one) : one
        return columns.map((column) => column.value(row))
      })
    }
  }
  return { counted, source: source() }
}

/** Counts what passes, and ends where it is no longer wanted. */
async function* watched(source: AsyncIterable<CellInput[][]>, work: Work): AsyncGenerator<CellInput[][]> {
  for await (const batch of source) {
    work.signal.throwIfAborted()
    yield batch
    work.progress.done += batch.length
  }
}

function fileStream(
  request: ExportRequest,
  list: ListExport,
  columns: ReturnType<typeof chosenColumns>,
  batches: AsyncIterable<CellInput[][]>,
  about: readonly (readonly [string, string])[],
): AsyncIterable<Uint8Array> {
  const { language, zone } = request
  const written = columns.map(({ kind, title }): WrittenColumn => {
    const text = title(language)
    return { kind, title: kind === 'instant' ? `${text} (${zone})` : text }
  })
  if (request.format === 'csv') return csvStream(written, batches, zone)
  const [head = ['', ''], ...rest] = about
  const aboutSheet = {
    name: kernelTexts(language).downloads.about,
    columns: head.map((title): WrittenColumn => ({ title, kind: 'text' })),
    batches: (async function* () {
      yield rest
    })(),
  }
  return workbookStream([{ name: list.title(language), columns: written, batches }, aboutSheet], zone)
}

/** The page of the file that says what it holds, of when, and for whom it was made. */
function aboutFile(
  list: ListExport,
  { principal, language }: Reader,
  request: ExportRequest,
  rows: number,
  at: Date,
): readonly (readonly [string, string])[] {
  const texts = kernelTexts(language).downloads
  const filters = Object.entries(request.filters).map(
    ([name, value]) =>
      `${list.filterTitle(language, name)}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  )
  const place = Object.values(request.params)
  return [
    [texts.list, list.title(language)],
    [texts.asOf, `${timeIn(request.zone, at)} ${request.zone}`],
    [texts.by, `${principal.name} (${principal.account})`],
    [texts.rowCount, String(rows)],
    ...(place.length > 0 ? [[texts.place, place.join(', ')] as const] : []),
    [texts.filters, filters.join('; ') || texts.noFilters],
  ]
}

/** Finds tasks that nobody works on any more. */
export async function recoverDownloads(pool: TransactionPool): Promise<void> {
  await reading(pool, (tx) => tx.run(askAgain()))
}

/** Tells of the files whose time is over, and removes them; what a killed process left goes by its age. */
export async function sweepDownloads({ pool, files, now, limits }: DownloadServices): Promise<void> {
  const reason = JSON.stringify(downloadErrors.expired({ days: limits.days }))
  const over = await transaction(pool, async (tx) => {
    const tasks = await tx.rows(expireTasks(now(), reason))
    for (const { user_id: userId, id } of tasks)
      await tx.run(publishLive({ type: 'download', userIds: [userId], taskId: id }))
    return tasks
  })
  for (const { file_key: key } of over) await files.remove(key)
  await files.sweep(GROUP, new Date(now().getTime() - (limits.days + 1) * DAY_MS))
}
