import { Link } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { importAddress, importApi } from '../imports/import-api.ts'
import { downloadsApi, type DownloadTask, saveFile } from './downloads-api.ts'

/** Does what was asked, and shows how things stand afterwards. */
export type Act = (work: Promise<unknown>) => void

interface TaskActionProps {
  readonly task: DownloadTask
  readonly act: Act
}

/** What can be done about a task. An import has a page of its own, where one mends, runs, resumes and takes back. */
export function TaskAction({ task, act }: TaskActionProps) {
  const { importId, phase } = task
  const isAtWork = task.status === 1 && phase !== 'checked'
  if (task.type === 1)
    return (
      <span className="download-acts">
        {importId ? (
          <Link to={importAddress(importId)} aria-label={`${pageText('imports.open')}: ${task.name}`}>
            {pageText('imports.open')}
          </Link>
        ) : null}
        {importId && isAtWork ? (
          <TaskButton task={task} act={act} text={pageText('downloads.cancel')} work={() => cancelImport(importId)} />
        ) : null}
      </span>
    )
  const { key, work } = actionOf(task)
  return <TaskButton task={task} act={act} text={pageText(`downloads.${key}`)} work={work} />
}

interface TaskButtonProps extends TaskActionProps {
  readonly text: string
  readonly work: () => Promise<unknown>
}

function TaskButton({ task, act, text, work }: TaskButtonProps) {
  return (
    <button type="button" className="link-button" aria-label={`${text}: ${task.name}`} onClick={() => act(work())}>
      {text}
    </button>
  )
}

/** What it does stops at the border of a batch; the version is that of now, for nothing else is meant. */
async function cancelImport(importId: string): Promise<void> {
  const { version } = await importApi.detail(importId)
  await importApi.act('cancel', { importId, version })
}

interface TaskWork {
  readonly key: 'cancel' | 'fetch' | 'retry'
  readonly work: () => Promise<unknown>
}

/** Each state of a download has the one thing that can be done about it. */
function actionOf(task: DownloadTask): TaskWork {
  switch (task.status) {
    case 1:
      return { key: 'cancel', work: () => downloadsApi.cancel(task.id) }
    case 2:
      return { key: 'fetch', work: () => saveFile(task) }
    case 3:
      return { key: 'retry', work: () => downloadsApi.retry(task.id) }
  }
}
