import { Link } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { importAddress } from '../imports/import-api.ts'
import { canPreview, PreviewButton } from '../preview/PreviewButton.tsx'
import { downloadsApi, type DownloadTask, saveFile } from './downloads-api.ts'

/** Performs an action and refreshes the list. */
export type DownloadAction = (work: Promise<unknown>) => void

interface TaskActionProps {
  readonly task: DownloadTask
  readonly act: DownloadAction
}

/** The actions of a task. An import that waits for its owner continues on its own page. */
export function TaskAction({ task, act }: TaskActionProps) {
  return (
    <span className="download-acts">
      {task.importId && (task.phase === 'checked' || task.phase === 'stopped') ? (
        <Link to={importAddress(task.importId)} aria-label={`${pageText('imports.open')}: ${task.name}`}>
          {pageText('imports.open')}
        </Link>
      ) : null}
      {worksOf(task).map(({ key, run }) => (
        <button
          key={key}
          type="button"
          className="link-button"
          aria-label={`${pageText(`downloads.${key}`)}: ${task.name}`}
          onClick={() => act(run())}
        >
          {pageText(`downloads.${key}`)}
        </button>
      ))}
      {task.fileKey !== null && canPreview(task.fileKey) ? (
        <PreviewButton
          fileKey={task.fileKey}
          fileName={task.name}
          label={`${pageText('downloads.preview')}: ${task.name}`}
        >
          {pageText('downloads.preview')}
        </PreviewButton>
      ) : null}
    </span>
  )
}

interface TaskWork {
  readonly key: 'cancel' | 'fetch' | 'retry'
  readonly run: () => Promise<unknown>
}

/** Actions allowed in its state, and its file: an export's result, or an import's uploaded file. */
function worksOf(task: DownloadTask): readonly TaskWork[] {
  const { id, status, phase, fileKey } = task
  const fetch: TaskWork = { key: 'fetch', run: () => saveFile(task) }
  const files = fileKey === null ? [] : [fetch]
  // A waiting import is decided where its rows are shown.
  if (status === 1 && phase !== 'checked') return [{ key: 'cancel', run: () => downloadsApi.cancel(id) }, ...files]
  // A discarded or undone import is not retried.
  if (status === 3 && phase !== 'discarded' && phase !== 'undone')
    return [{ key: 'retry', run: () => downloadsApi.retry(id) }, ...files]
  return files
}
