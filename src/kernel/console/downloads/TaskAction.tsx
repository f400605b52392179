import { Link } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { importAddress } from '../imports/import-api.ts'
import { canPreview, PreviewButton } from '../preview/PreviewButton.tsx'
import { downloadsApi, type DownloadTask, saveFile } from './downloads-api.ts'

/** Does what was asked, and shows how things stand afterwards. */
export type Act = (work: Promise<unknown>) => void

interface TaskActionProps {
  readonly task: DownloadTask
  readonly act: Act
}

/** What can be done about a task. An import has a page of its own besides, where one mends, runs and takes back. */
export function TaskAction({ task, act }: TaskActionProps) {
  const work = workOf(task)
  const text = work ? pageText(`downloads.${work.key}`) : ''
  return (
    <span className="download-acts">
      {task.importId ? (
        <Link to={importAddress(task.importId)} aria-label={`${pageText('imports.open')}: ${task.name}`}>
          {pageText('imports.open')}
        </Link>
      ) : null}
      {work ? (
        <button
          type="button"
          className="link-button"
          aria-label={`${text}: ${task.name}`}
          onClick={() => act(work.run())}
        >
          {text}
        </button>
      ) : null}
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

/** Each state has the one thing that can be done about it from here. */
function workOf(task: DownloadTask): TaskWork | null {
  const { id, status, type, phase } = task
  switch (status) {
    case 1:
      // One that waits is decided about where its rows are seen.
      return phase === 'checked' ? null : { key: 'cancel', run: () => downloadsApi.cancel(id) }
    case 2:
      return type === 1 ? null : { key: 'fetch', run: () => saveFile(task) }
    case 3:
      // What a person gave up or took back is not tried again.
      return phase === 'discarded' || phase === 'undone' ? null : { key: 'retry', run: () => downloadsApi.retry(id) }
  }
}
