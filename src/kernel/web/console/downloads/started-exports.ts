import { ApiError, fetchFile, saveFile as saveFetched } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { queryClient } from '../client/query-client.ts'
import { downloadKeys, downloadsApi, type ExportAnswer, PAGE_ROWS, saveFile } from './downloads-api.ts'
import { EVERY_MS, MOST_TRIES, pollExport } from './poll-export.ts'
import { tellProcessing } from './tell-processing.ts'

/** Exports started on this page: their end is reported here, and not on every open page of the person. */
const started = new Set<string>()
/** Exports being started: a second click starts no second export. */
const starting = new Set<string>()

export type ExportFormat = 'xlsx' | 'csv'

/** The input of an export's call. */
export interface ExportOrder {
  readonly path: string
  /** Filters, order, and the visible columns; without columns all of them. */
  readonly body: Readonly<Record<string, unknown>>
  /** The call is repeated until the file is there (spec section 4). */
  readonly isPolled?: boolean
}

/** Exports a list; returns the server's advice where it has too many rows for one file. */
export async function startExport(order: ExportOrder): Promise<string | null> {
  const intent = JSON.stringify([order.path, order.body])
  if (starting.has(intent)) return null
  starting.add(intent)
  try {
    tellProcessing()
    const answer = await ask(order)
    if (answer === null) notify('error', pageText('message.timeout'))
    else await hand(answer)
    await queryClient.invalidateQueries({ queryKey: downloadKeys.all })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) return null
    if (order.body['parts'] !== true && maySplit(error)) return error.message
    if (error.code !== 'aborted') notify('error', error.message, error.requestId)
  } finally {
    starting.delete(intent)
  }
  return null
}

/** Too many rows for one file, in a list that can be split by a key. */
function maySplit({ refusal }: ApiError): boolean {
  const { parts } = (refusal?.data ?? {}) as { readonly parts?: boolean }
  return refusal?.key === 'downloads.tooManyRows' && parts === true
}

function ask({ path, body, isPolled }: ExportOrder): Promise<ExportAnswer | null> {
  // The caller shows refusals, because some lead to a question.
  const call = () => downloadsApi.export(path, body, { handles: true })
  return isPolled ? pollExport(call) : call()
}

/** A small file is ready at once; otherwise the end is reported later. */
async function hand({ taskId, name, downloadUrl }: ExportAnswer): Promise<void> {
  if (downloadUrl !== null) {
    saveFetched(await fetchFile(downloadUrl, { handles: true }), name)
    return notify('success', pageText('downloads.ready', { name }), '', { detail: pageText('message.pdfSuccess') })
  }
  notify('info', pageText('message.taskStarted'), '', { detail: name })
  started.add(taskId)
  // It may have ended before this page knew its id.
  await notifyExportEnd(taskId)
}

/** Asks for the end of what was started here, on pages that hear no news of it: those of a phone. */
export async function followExports(): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && started.size > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    for (const taskId of started) await notifyExportEnd(taskId).catch(() => undefined)
  }
}

/** Called when a task of the person progressed: reports its end. */
export async function notifyExportEnd(taskId: string): Promise<void> {
  if (!started.has(taskId)) return
  const { records } = await downloadsApi.page({ page: 1, limit: PAGE_ROWS }, { handles: true })
  const task = records.find(({ id }) => id === taskId)
  if (!task || task.status === 1 || !started.delete(taskId)) return
  if (task.status === 2)
    notify('success', pageText('downloads.ready', { name: task.name }), '', {
      action: { text: pageText('downloads.fetch'), act: () => void saveFile(task).catch(() => undefined) },
    })
  else notify('error', pageText('downloads.failed', { name: task.name, reason: task.resultDescr }))
}
