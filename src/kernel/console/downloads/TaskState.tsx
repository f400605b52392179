import type { StateColour } from '#kernel/document/definition.ts'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'
import type { DownloadTask, TaskStatus, TaskType } from './downloads-api.ts'

const NAMES = { 1: 'processing', 2: 'success', 3: 'failed' } as const

export function statusText(status: TaskStatus): string {
  return pageText(`downloads.statuses.${NAMES[status]}`)
}

export function typeText(type: TaskType): string {
  return pageText(type === 1 ? 'downloads.types.import' : 'downloads.types.download')
}

const COLOURS: Record<TaskStatus, StateColour> = { 1: 'blue', 2: 'green', 3: 'red' }

export function TaskState({ status }: { readonly status: TaskStatus }) {
  return <StateMark colour={COLOURS[status]} text={statusText(status)} />
}

/** Rows written, of how many; a bar only while it moves. */
export function Progress({ task }: { readonly task: DownloadTask }) {
  const done = task.rowsDone.toLocaleString('en-US')
  if (task.status !== 1 || task.rowsTotal === null) return task.status === 2 ? done : '/'
  const total = task.rowsTotal.toLocaleString('en-US')
  return (
    <span className="download-progress">
      <progress value={task.rowsDone} max={Math.max(1, task.rowsTotal)} aria-label={task.name} />
      {pageText('downloads.ofRows', { done, total })}
    </span>
  )
}
