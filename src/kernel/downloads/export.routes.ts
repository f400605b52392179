import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { RequestContext } from '#kernel/access/principal.ts'
import { canonicalJson } from '#kernel/audit/audit.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { timeIn } from '#kernel/excel/sheet-cells.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { MOST_RUNNING, runningTasks, startTask } from './download-task.ts'
import { downloadErrors } from './downloads.errors.ts'
import { exportBody, type ExportRequest, type ListExport, readQuestion, readRequest } from './list-export.ts'
import { type DownloadLimits, requireRights } from './run-download.ts'

const answer = Type.Object({
  taskId: Type.String({ description: 'of the download centre' }),
  name: Type.String(),
  isNew: Type.Boolean({ description: 'false where the same export runs already' }),
})

/** The export call of each list: it checks, counts and starts a task. */
export function exportRoutes(exports: readonly ListExport[], limits: DownloadLimits): Route[] {
  return exports.map((list) =>
    defineRoute({
      method: 'POST',
      path: list.path,
      right: list.right,
      summary: `${list.name}: export as a task of the download centre`,
      mode: 'write',
      ...(list.params ? { params: list.params } : {}),
      body: exportBody(list),
      data: answer,
      handler: (tx, context, { body, params }) =>
        startExport(tx, context, list, limits, {
          params: (params ?? {}) as Readonly<Record<string, string>>,
          body: body as Readonly<Record<string, unknown>>,
        }),
    }),
  )
}

interface Input {
  readonly params: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

async function startExport(tx: Tx, context: RequestContext, list: ListExport, limits: DownloadLimits, input: Input) {
  const { principal, now } = context
  requireRights(list, principal)
  const question = readQuestion(input.params, input.body)
  // What is out of scope is refused before anything is said about its columns.
  const { count } = await list.query(tx, context, question)
  const request = readRequest(list, context, question, input.body)
  const total = Number((await tx.first(count))?.total ?? 0)
  if (total >= limits.rows) throw new Refused(downloadErrors.tooManyRows({ limit: limits.rows }))
  const name = fileName(list, request, now)
  const requestHash = createHash('sha256').update(canonicalJson(request)).digest('base64url')
  const running = await runningTasks(tx, principal.userId)
  const same = running.get(requestHash)
  if (same !== undefined) return { taskId: same, name, isNew: false }
  if (running.size >= MOST_RUNNING) throw new Refused(downloadErrors.tooManyRunning({ limit: MOST_RUNNING }))
  const task = { userId: principal.userId, name, request, requestHash, rowsTotal: total, at: now }
  const taskId = await startTask(tx, task)
  if (taskId !== null) return { taskId, name, isNew: true }
  // Two clicks in the same moment: the other one has it.
  const theirs = (await runningTasks(tx, principal.userId)).get(requestHash)
  if (theirs === undefined) throw new Refused(downloadErrors.notRunning())
  return { taskId: theirs, name, isNew: false }
}

/** `Budget lines 2026-11-21 1330.xlsx`: a name that every file system takes. */
function fileName(list: ListExport, request: ExportRequest, now: Date): string {
  const at = timeIn(request.zone, now).replace(':', '')
  return `${list.title(request.language).replaceAll(/[\\/:*?"<>|]/g, ' ')} ${at}.${request.format}`
}
