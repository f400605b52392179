import { pageText } from '../client/i18n.ts'
import { downloadsApi, type DownloadTask, saveFile } from './downloads-api.ts'

/** Does what was asked, and shows how things stand afterwards. */
export type Act = (work: Promise<unknown>) => void

interface TaskActionProps {
  readonly task: DownloadTask
  readonly act: Act
}

export function TaskAction({ task, act }: TaskActionProps) {
  const { key, work } = actionOf(task)
  const text = pageText(`downloads.${key}`)
  return (
    <button type="button" className="link-button" aria-label={`${text}: ${task.name}`} onClick={() => act(work())}>
      {text}
    </button>
  )
}

interface TaskWork {
  readonly key: 'cancel' | 'fetch' | 'retry'
  readonly work: () => Promise<unknown>
}

/** Each state has the one thing that can be done about it. */
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
