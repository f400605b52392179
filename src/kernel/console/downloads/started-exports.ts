import type { ListViewState } from '../list/list-view-state.ts'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/notices.ts'
import { queryClient } from '../client/query-client.ts'
import { downloadKeys, downloadsApi, PAGE_ROWS, saveFile } from './downloads-api.ts'

/** What was started on this page and has not ended: its end is told here, and not on every open page of the person. */
const started = new Set<string>()
/** Calls under way: a second click on the same export is no second export. */
const starting = new Set<string>()

export type ExportFormat = 'xlsx' | 'csv'

/** Starts the export of a list as it stands on the screen; the server shows its own message where it refuses. */
export async function startExport(path: string, view: ListViewState, format: ExportFormat): Promise<void> {
  const { filters, sort } = view
  const columns = view.columns.map(({ key }) => key)
  const body = { ...filters, sort, columns, format, offlineExport: 1 }
  const intent = JSON.stringify([path, body])
  if (starting.has(intent)) return
  starting.add(intent)
  try {
    const { taskId } = await downloadsApi.export(path, body)
    started.add(taskId)
    notify('info', pageText('downloads.processing'))
    await queryClient.invalidateQueries({ queryKey: downloadKeys.all })
  } catch {
    // The call has shown the server's message.
  } finally {
    starting.delete(intent)
  }
}

/** Called when a task of the person went on: says so once it has ended. */
export async function tellEnd(taskId: string): Promise<void> {
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
