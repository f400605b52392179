import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { auditedBy, auditEntry, canonicalJson } from '#kernel/platform/audit/audit.ts'
import { callEntry } from '#kernel/platform/audit/call-entry.ts'
import { auditedReads } from '#kernel/platform/audit/audited-reads.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { holdPerson } from '#kernel/platform/db/hold-person.ts'
import { reading, transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type FileGroup, makeFileLink } from '#kernel/services/file-service/file.routes.ts'
import { SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { CodedAnswer, defineRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import {
  type DownloadTask,
  lastTask,
  markPolled,
  MOST_RUNNING,
  runningTasks,
  startTask,
  STATUS,
  taskOf,
} from './download-task.ts'
import { downloadErrors, tooManyRows } from './downloads.errors.ts'
import { fileName } from './export-file.ts'
import type { ExportRequest, ListExport } from '#kernel/platform/exports/list-export.ts'
import { exportBody, isOffline, readQuestion, readRequest, wantsParts } from './export-request.ts'
import { type DownloadLimits, exporter, GROUP } from './run-download.ts'

export interface ExportServices {
  readonly limits: DownloadLimits
  /** The files of the download centre. */
  readonly files: FileGroup
}

const answer = Type.Object(
  {
    taskId: Type.String({ description: 'of the download centre' }),
    name: Type.String(),
    isNew: Type.Boolean({ description: 'false where the same export runs already' }),
    downloadUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'a link for the caller alone, good for a minute, where the file was small enough to be made at once',
    }),
  },
  { title: 'ExportAnswer' },
)

/** Answer of a polled call: the file is not there yet (spec section 5). */
export const NOT_READY = 9_000_007

/** The export calls of each list: they check, count and start a task, and answer with the file where it is small. */
export function exportRoutes(exports: readonly ListExport[], services: ExportServices): Route[] {
  return exports.flatMap((list) => [
    defineRoute({
      ...callOf(
        list,
        list.path,
        `${list.name}: export, at once where it is small, else as a task of the download centre`,
      ),
      data: answer,
      handler: (runtime: Runtime, context: RequestContext, input: GivenInput) =>
        startExport(runtime, context, { ...services, list, input: inputOf(input) }),
    }),
    ...(list.polled === undefined
      ? []
      : [
          defineRoute({
            ...callOf(
              list,
              list.polled,
              `${list.name}: export, asked again until the file is there (code ${NOT_READY})`,
            ),
            data: Type.Union([answer, Type.Null()]),
            handler: (runtime: Runtime, context: RequestContext, input: GivenInput) =>
              pollExport(runtime, context, { ...services, list, input: inputOf(input) }),
          }),
        ]),
  ])
}

function callOf(list: ListExport, path: string, summary: string) {
  return {
    method: 'POST',
    path,
    right: list.right,
    bound: SELECTION_BOUND,
    summary,
    mode: 'action',
    audit: { by: 'start: the export is an entry' },
    ...(list.params ? { params: list.params } : {}),
    body: exportBody(list),
  } as const
}

interface Input {
  readonly params: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

interface GivenInput {
  readonly body: unknown
  readonly params: unknown
}

function inputOf({ body, params }: GivenInput): Input {
  return { params: (params ?? {}) as Input['params'], body: body as Input['body'] }
}

interface ExportCall extends ExportServices {
  readonly list: ListExport
  readonly input: Input
}

type Started = Static<typeof answer>

async function startExport(runtime: Runtime, context: RequestContext, asked: ExportCall): Promise<Started> {
  const { limits, input } = asked
  const { total, ...task } = await transaction(runtime.pool, async (tx) => {
    const question = await checked(tx, asked, await readable(tx, context, asked))
    return start(tx, context, asked, question)
  })
  if (total > limits.atOnce || isOffline(input.body)) return { ...task, downloadUrl: null }
  return { ...task, downloadUrl: await linkOnceMade(runtime, context, asked, task.taskId) }
}

interface Checked {
  readonly request: ExportRequest
  readonly hash: string
  readonly total: number
}

/** A request before its size is known. */
interface Readable {
  readonly count: Statement<{ total: number }>
  readonly plain: ExportRequest
}

async function readable(tx: Tx, context: RequestContext, { list, input }: ExportCall): Promise<Readable> {
  const { principal } = context
  if (principal.viaLink) throw new Refused(accessErrors.linkReadOnly())
  const reader = { ...context, principal: exporter(list, principal) }
  const question = readQuestion(input.params, input.body)
  // The scope is checked before anything is said about columns.
  const { count } = await list.query(tx, reader, question)
  return { count, plain: readRequest(list, reader, question, input.body) }
}

/** Refusals come before any task starts. */
async function checked(tx: Tx, { list, limits, input }: ExportCall, { count, plain }: Readable): Promise<Checked> {
  const total = Number((await tx.first(count))?.total ?? 0)
  const isParted = total >= limits.rows && wantsParts(input.body)
  if (isParted && list.key === undefined) throw new Refused(downloadErrors.noParts())
  if (total >= limits.rows && !isParted) {
    // The page offers parts where the list can be split.
    const data = { parts: list.key !== undefined }
    throw new Refused({ ...tooManyRows(limits.rows), data })
  }
  const request: ExportRequest = isParted ? { ...plain, isParted } : plain
  return { request, total, hash: hashOf(request) }
}

function hashOf(request: ExportRequest): string {
  return createHash('sha256').update(canonicalJson(request)).digest('base64url')
}

interface StartedTask extends Omit<Started, 'downloadUrl'> {
  readonly total: number
}

/** The audit records all exports as one kind of act; its subject is the list. */
export const EXPORTED = 'export'

/** Records that a list was exported; and for sensitive columns, that they were read. */
function exportEntries(
  context: RequestContext,
  list: ListExport,
  request: ExportRequest,
  rows: number,
): readonly Statement[] {
  const exported = callEntry({ path: EXPORTED }, context, { ...request, rows }, { subject: list.name })
  const { shows } = list
  const shown = shows?.fields(exporter(list, context.principal)).filter((field) => request.columns.includes(field))
  const fields = shows && shown ? auditedReads(shows, shown) : null
  if (!shows || fields === null) return [exported]
  const read = { kind: 'read', documentType: shows.name, documentId: null, fromState: null, toState: null } as const
  const { act: action } = shows
  const entry = {
    ...read,
    ...auditedBy(context),
    subject: list.path,
    action,
    at: context.now,
    detail: { fields, rows },
  }
  return [exported, auditEntry(entry, null).statement]
}

async function start(
  tx: Tx,
  context: RequestContext,
  { list }: ExportCall,
  { request, total, hash }: Checked,
): Promise<StartedTask> {
  const { principal, now } = context
  const name = fileName(list, request, now)
  await tx.run(holdPerson('download_task', principal.userId))
  const running = await runningTasks(tx, principal.userId)
  const same = running.get(hash)
  if (same !== undefined) return { taskId: same, name, isNew: false, total }
  if (running.size >= MOST_RUNNING) throw new Refused(downloadErrors.tooManyRunning({ limit: MOST_RUNNING }))
  const task = { userId: principal.userId, name, request, requestHash: hash, rowsTotal: total, at: now }
  const taskId = await startTask(tx, task)
  if (taskId !== null) {
    for (const entry of exportEntries(context, list, request, total)) await tx.run(entry)
    return { taskId, name, isNew: true, total }
  }
  // Two clicks at the same moment: the other one started it.
  const theirs = (await runningTasks(tx, principal.userId)).get(hash)
  if (theirs === undefined) throw new Refused(downloadErrors.notRunning())
  return { taskId: theirs, name, isNew: false, total }
}

/** How long a call waits for a small file before it becomes an ordinary task. */
const AT_ONCE_MS = 6_000
/** If nothing has begun by then, no worker is free. */
const BEGIN_MS = 1_500
const LOOK_MS = 50

/** The worker makes the file, not the answering process: returns a link once it is ready, null where that takes too long. */
async function linkOnceMade(
  runtime: Runtime,
  context: RequestContext,
  asked: ExportCall,
  taskId: string,
): Promise<string | null> {
  const since = performance.now()
  for (;;) {
    const task = await reading(runtime.pool, (tx) => tx.first(taskOf(context.principal.userId, taskId)))
    if (!task) return null
    if (task.status !== STATUS.processing) return linkOf(runtime, context, asked, task)
    const waited = performance.now() - since
    if (waited > (task.run === 0 ? BEGIN_MS : AT_ONCE_MS)) return null
    await sleep(LOOK_MS)
  }
}

/** The link to the file of an ended task; a failed one throws its reason. */
async function linkOf(
  runtime: Runtime,
  context: RequestContext,
  { files }: ExportCall,
  task: DownloadTask,
): Promise<string> {
  if (task.result || task.file_key === null)
    throw new Refused(task.result ? { ...task.result, status: 400 } : downloadErrors.notRunning())
  const key = task.file_key.slice(GROUP.length + 1)
  const link = { group: files, key, purpose: 'download', seconds: LINK_SECONDS } as const
  return (await transaction(runtime.pool, (tx) => makeFileLink(tx, context, link))).url
}

const LINK_SECONDS = 60
/** Pages poll every three seconds; a client silent for this long no longer waits for the file. */
const POLL_SECONDS = 15

/**
 * The first call starts a task, and an equal later one reports its progress. Only a client that waited for it gets the
 * file (or failure): the same request an hour later wants new data.
 */
async function pollExport(
  runtime: Runtime,
  context: RequestContext,
  asked: ExportCall,
): Promise<Started | CodedAnswer> {
  const { now, language } = context
  const { task, started } = await transaction(runtime.pool, async (tx) => {
    const question = await readable(tx, context, asked)
    const last = await awaited(tx, context, asked, question)
    if (last) {
      if (last.status === STATUS.processing) await tx.run(markPolled(last.id, now))
      return { task: last, started: { taskId: last.id, name: last.name, isNew: false } }
    }
    const { total: _, ...begun } = await start(tx, context, asked, await checked(tx, asked, question))
    await tx.run(markPolled(begun.taskId, now))
    return { task: null, started: begun }
  })
  if (task === null || task.status === STATUS.processing)
    return new CodedAnswer(NOT_READY, kernelTexts(language).downloads.notReady)
  return { ...started, downloadUrl: await linkOf(runtime, context, asked, task) }
}

/** Looked up before counting: each poll would count the whole list, and growth meanwhile is no reason to refuse a running task. */
async function awaited(
  tx: Tx,
  { principal, now }: RequestContext,
  { input }: ExportCall,
  { plain }: Readable,
): Promise<DownloadTask | undefined> {
  const requests: ExportRequest[] = wantsParts(input.body) ? [plain, { ...plain, isParted: true }] : [plain]
  for (const request of requests) {
    const last = await tx.first(lastTask(principal.userId, hashOf(request)))
    if (last && isAwaited(last, now)) return last
  }
  return undefined
}

function isAwaited({ status, polled_at: polled }: DownloadTask, now: Date): boolean {
  if (status === STATUS.processing) return true
  return polled !== null && now.getTime() - polled.getTime() <= POLL_SECONDS * 1000
}
