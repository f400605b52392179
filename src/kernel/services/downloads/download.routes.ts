import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import {
  coversLimits,
  coversScope,
  may,
  type Principal,
  scopeOf,
  type RequestContext,
} from '#kernel/platform/access/principal.ts'
import { holdPerson } from '#kernel/platform/db/hold-person.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { notRequired } from '#kernel/engine/document/list/selector.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { SHEET_TYPES } from '#kernel/platform/excel/media-types.ts'
import { type FileGroup, type FoundFile, storedFile } from '#kernel/services/file-service/file.routes.ts'
import type { FilesStore } from '#kernel/platform/files/files-store.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { keptUntil, originalKey } from './import-card.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts, refusalText } from '#kernel/base/i18n/texts.ts'
import {
  cancelTask,
  type DownloadTask,
  type ListedTask,
  MOST_RUNNING,
  retryTask,
  runningTasks,
  STATUS,
  taskByFile,
  taskCount,
  taskOf,
  taskPage,
  TYPE,
} from './download-task.ts'
import { downloadErrors } from './downloads.errors.ts'
import { fileEnding } from './export-file.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { type DownloadLimits, exporter, GROUP } from './run-download.ts'

export interface DownloadRouteServices {
  readonly files: FilesStore
  readonly exports: ReadonlyMap<string, ListExport>
  readonly limits: DownloadLimits
}

const OWN = { signedIn: 'everyone sees the tasks of his own, and what he may still see of their files' }
const center = '/aps/download-center'
/** How far back the centre looks (spec section 9). */
const WINDOW_DAYS = 90
const DAY_MS = 86_400_000
/** Rows of a page (spec section 2). */
const PAGE_ROWS = 10

const chosen = (values: readonly number[]) => notRequired(Type.Union(values.map((value) => Type.Literal(value))))

const taskSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.Integer({ description: '1 import, 2 download' }),
  status: Type.Integer({ description: '1 processing, 2 success, 3 failed' }),
  createTime: Type.String(),
  updateTime: Type.String(),
  startTime: nullable(Type.String({ description: 'of an export: when it was last begun' })),
  resultDescr: Type.String(),
  downloadUrl: nullable(Type.String()),
  fileKey: nullable(Type.String()),
  size: nullable(Type.Integer()),
  rowsDone: Type.Integer(),
  rowsTotal: nullable(Type.Integer()),
  expireTime: nullable(Type.String()),
  secondsLeft: nullable(Type.Integer({ description: 'as far as its pace says it; null while that is not known' })),
  importId: nullable(Type.String()),
  phase: nullable(Type.String({ description: 'of an import: `checked` waits for the person' })),
})

/** The acts of a card's two buttons for an import, which has more states than a card. */
export interface ImportCards {
  readonly cancel: (tx: Tx, context: RequestContext, taskId: string) => Promise<void>
  readonly retry: (tx: Tx, context: RequestContext, taskId: string) => Promise<void>
}

export function downloadRoutes(imports: ImportCards): Route[] {
  return [queryPage, cancel(imports), retry(imports)]
}

const queryPage = defineRoute({
  method: 'POST',
  path: `${center}/queryPage`,
  right: OWN,
  summary: "The caller's tasks of the download centre, newest first",
  mode: 'read',
  personal: true,
  body: Type.Object({
    type: chosen([1, 2]),
    status: chosen([1, 2, 3]),
    createTimeStart: Type.Optional(nullable(Type.String({ maxLength: 40, description: 'within the past 90 days' }))),
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
  }),
  data: Type.Object({ records: Type.Array(taskSchema), recordTotal: Type.Integer() }),
  async handler(tx, context, { body }) {
    const { limit, offset } = pageOf({ limit: body.limit ?? PAGE_ROWS, page: body.page ?? 1 })
    const filters = [
      context.principal.userId,
      startOf(body.createTimeStart, context.now),
      body.type || null,
      body.status || null,
    ]
    const [rows, count] = await Promise.all([
      tx.rows(taskPage(...filters, limit, offset)),
      tx.first(taskCount(...filters)),
    ])
    return { records: rows.map((task) => taskWire(context, task)), recordTotal: count?.total ?? 0 }
  },
})

/** Without a start: the whole window. Its first day counts as a whole in every zone. */
function startOf(text: string | null | undefined, now: Date): Date {
  const earliest = new Date(now.getTime() - (WINDOW_DAYS + 1) * DAY_MS)
  if (!text) return earliest
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || !/^\d{4}-/.test(text))
    throw new Refused(
      httpErrors.invalidField({ field: 'createTimeStart', reason: 'invalid' }, { field: 'createTimeStart' }),
    )
  if (at < earliest) throw new Refused(downloadErrors.tooOld({ days: WINDOW_DAYS }, { field: 'createTimeStart' }))
  return at
}

function taskWire({ language, now }: RequestContext, task: ListedTask) {
  const { fileKey, size, expires } = fileOfCard(task)
  return {
    id: task.id,
    name: task.name,
    type: task.type,
    status: task.status,
    createTime: task.created_at.toISOString(),
    updateTime: task.updated_at.toISOString(),
    startTime: task.started_at?.toISOString() ?? null,
    resultDescr: resultText(language, task),
    downloadUrl: fileKey && addressOf(fileKey),
    fileKey,
    size,
    rowsDone: task.rows_done,
    // A waiting import has been read completely but not applied.
    rowsTotal: task.phase === 'checked' ? task.file_rows : task.rows_total,
    expireTime: expires?.toISOString() ?? null,
    secondsLeft: secondsLeft(task, now),
    importId: task.import_id,
    phase: task.phase,
  }
}

/** The file of a task: an export's result, or an import's uploaded file. */
function fileOfCard(task: ListedTask) {
  if (task.import_id === null || task.original_key === null || task.run_updated_at === null) {
    return {
      fileKey: task.file_key,
      size: task.file_size === null ? null : Number(task.file_size),
      expires: task.expires_at,
    }
  }
  const original = { id: task.import_id, file_key: task.original_key, purged_at: task.original_purged_at }
  const fileKey = originalKey(original)
  if (fileKey === null) return { fileKey, size: null, expires: null }
  return { fileKey, size: task.original_size, expires: keptUntil({ updated_at: task.run_updated_at }) }
}

/** Estimated from the pace so far, once there is enough of it. */
function secondsLeft(task: DownloadTask, now: Date): number | null {
  const { status, started_at: start, rows_done: done, rows_total: total } = task
  if (status !== STATUS.processing || start === null || total === null || done === 0) return null
  const seconds = (now.getTime() - start.getTime()) / 1000
  return seconds < 1 ? null : Math.max(0, Math.round((seconds * (total - done)) / done))
}

function resultText(language: RequestContext['language'], task: DownloadTask): string {
  if (task.result) return refusalText(language, task.result)
  if (task.status !== STATUS.success) return ''
  const { done } = kernelTexts(language).downloads
  return interpolate(done, { rows: task.rows_done.toLocaleString('en-US') })
}

/** A key is a group and a name; only the name is in an address. */
function addressOf(key: string): string {
  return `/aps/file/${key.slice(key.indexOf('/') + 1)}`
}

const byId = Type.Object({ id: Type.String({ maxLength: 32 }) })

const cancel = (imports: ImportCards): Route =>
  defineRoute({
    method: 'POST',
    path: `${center}/cancel`,
    right: OWN,
    summary: "Cancel one of the caller's tasks that runs",
    mode: 'write',
    body: byId,
    data: Type.Object({ id: Type.String() }),
    async handler(tx, context, { body: { id } }) {
      const task = await mustBeMine(tx, context, id)
      if (task.type === TYPE.import) {
        await imports.cancel(tx, context, task.id)
        return { id: task.id }
      }
      const reason = JSON.stringify(downloadErrors.cancelled())
      const done = await tx.first(cancelTask(task.id, task.user_id, reason, context.now))
      if (!done) throw new Refused(downloadErrors.notRunning())
      return { id: task.id }
    },
  })

const retry = (imports: ImportCards): Route =>
  defineRoute({
    method: 'POST',
    path: `${center}/retry`,
    right: OWN,
    summary: "Make one of the caller's failed, cancelled or expired tasks again, with the data of now",
    mode: 'write',
    body: byId,
    data: Type.Object({ id: Type.String() }),
    async handler(tx, context, { body: { id } }) {
      const task = await mustBeMine(tx, context, id)
      if (task.type === TYPE.import) {
        await imports.retry(tx, context, task.id)
        return { id: task.id }
      }
      await tx.run(holdPerson('download_task', task.user_id))
      if ((await runningTasks(tx, task.user_id)).size >= MOST_RUNNING)
        throw new Refused(downloadErrors.tooManyRunning({ limit: MOST_RUNNING }))
      if (!(await retryTask(tx, task.user_id, task.id, context.now))) throw new Refused(downloadErrors.notFailed())
      return { id: task.id }
    },
  })

async function mustBeMine(tx: Tx, context: RequestContext, id: string): Promise<DownloadTask> {
  return required(await tx.first(taskOf(context.principal.userId, id)), httpErrors.notFound())
}

/** The file of a task, for its owner under their current rights. Another person's answers like a missing one. */
async function mustBeAllowed(
  tx: Tx,
  services: DownloadRouteServices,
  principal: Principal,
  key: string,
  now: Date,
): Promise<DownloadTask> {
  const task = required(await tx.first(taskByFile(key)), httpErrors.notFound())
  if (task.user_id !== principal.userId) throw new Refused(httpErrors.notFound())
  if (!task.expires_at || task.expires_at <= now)
    throw new Refused(downloadErrors.expired({ days: services.limits.days }))
  const reader = exporter(required(services.exports.get(task.request.list), httpErrors.notFound()), principal)
  for (const used of task.file_rights ?? []) {
    const [right, scope] = typeof used === 'string' ? [used, []] : used
    if (!may(principal, right)) throw new Refused(httpErrors.forbidden({ right }))
    if (!coversScope(scopeOf(principal, right), scope)) throw new Refused(downloadErrors.scopeShrunk())
  }
  const isCovered =
    coversScope(reader.scope, task.file_scope ?? 'all') && coversLimits(reader.limits, task.file_limits ?? {})
  if (!isCovered) throw new Refused(downloadErrors.scopeShrunk())
  return task
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ...SHEET_TYPES,
  zip: 'application/zip',
}

function fileOf(services: DownloadRouteServices, task: DownloadTask): FoundFile {
  const key = required(task.file_key, httpErrors.notFound())
  const mediaType = MEDIA_TYPES[fileEnding(task.request)] ?? 'application/octet-stream'
  // A task's start has one content and a key of its own, so the key serves as tag.
  const tag = key.slice(GROUP.length + 1)
  return storedFile(services.files, key, { fileName: task.name, mediaType, size: Number(task.file_size), tag })
}

/** Files of the download centre, on the wire by name without the group. */
export function downloadFiles(services: DownloadRouteServices): FileGroup {
  return {
    name: GROUP,
    isKey: (key) => /^\d+-\d+\.\w+$/.test(key),
    find: async (tx, principal, key, now) =>
      fileOf(services, await mustBeAllowed(tx, services, principal, `${GROUP}/${key}`, now)),
  }
}
