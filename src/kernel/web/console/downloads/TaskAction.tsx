import { Link } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { importAddress } from '../imports/import-api.ts'
import { canPreview, PreviewButton } from '../preview/PreviewButton.tsx'
import { downloadsApi, type DownloadTask, saveFile } from './downloads-api.ts'

/** Does what was asked, and shows how things stand afterwards. */
export type DownloadAction = (work: Promise<unknown>) => void

interface TaskActionProps {
  readonly task: DownloadTask
  readonly act: DownloadAction
}

/** What can be done about a task. An import that waits for its person is gone on with on its own page. */
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

/** What its state allows, and its file: an export's own, or what was handed in to be imported. */
function worksOf(task: DownloadTask): readonly TaskWork[] {
  const { id, status, phase, fileKey } = task
  const fetch: TaskWork = { key: 'fetch', run: () => saveFile(task) }
  const files = fileKey === null ? [] : [fetch]
  // One that waits is decided about where its rows are seen.
  if (status === 1 && phase !== 'checked') return [{ key: 'cancel', run: () => downloadsApi.cancel(id) }, ...files]
  // What a person gave up or took back is not tried again.
  if (status === 3 && phase !== 'discarded' && phase !== 'undone')
    return [{ key: 'retry', run: () => downloadsApi.retry(id) }, ...files]
  return files
}
