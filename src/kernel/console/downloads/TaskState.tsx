import type { StateColour } from '#kernel/document/definition.ts'
import type { ImportState } from '#kernel/imports/import-wire.ts'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { type DownloadTask, isWaiting, type TaskStatus, type TaskType } from './downloads-api.ts'

const NAMES = { 1: 'processing', 2: 'success', 3: 'failed' } as const

export function statusText(status: TaskStatus): string {
  return pageText(`downloads.statuses.${NAMES[status]}`)
}

export function typeText(type: TaskType): string {
  return pageText(type === 1 ? 'downloads.types.import' : 'downloads.types.download')
}

const COLOURS: Record<TaskStatus, StateColour> = { 1: 'blue', 2: 'green', 3: 'red' }

interface TaskStateProps {
  readonly status: TaskStatus
  /** Of an import: says more than its status. */
  readonly phase?: ImportState | null | undefined
}

export function TaskState({ status, phase }: TaskStateProps) {
  if (phase)
    return <StateMark colour={phaseColour(phase, COLOURS[status])} text={pageText(`imports.states.${phase}`)} />
  return <StateMark colour={COLOURS[status]} text={statusText(status)} />
}

/** What waits for the person is told from what works; what he ended himself is no fault. */
function phaseColour(phase: ImportState, colour: StateColour): StateColour {
  if (phase === 'checked' || phase === 'stopped') return 'orange'
  return phase === 'undone' || phase === 'discarded' ? 'grey' : colour
}

/** Rows that are through, of how many, and how long the rest may take; a bar only while it moves. */
export function Progress({ task }: { readonly task: DownloadTask }) {
  const { rowsDone, rowsTotal, status, secondsLeft } = task
  const done = rowsDone.toLocaleString('en-US')
  if (isWaiting(task)) return (rowsTotal ?? rowsDone).toLocaleString('en-US')
  if (status !== 1 || rowsTotal === null) return status === 2 ? done : '/'
  const total = rowsTotal.toLocaleString('en-US')
  return (
    <span className="download-progress">
      <progress value={rowsDone} max={Math.max(1, rowsTotal)} aria-label={task.name} />
      {pageText('downloads.ofRows', { done, total })}
      {secondsLeft ? <span className="quiet">{leftText(secondsLeft)}</span> : null}
    </span>
  )
}

/** `12 s left`, `3 min left`. */
function leftText(seconds: number): string {
  const time =
    seconds < 90
      ? pageText('downloads.seconds', { seconds: Math.max(1, Math.round(seconds)) })
      : durationText(Math.round(seconds / 60))
  return pageText('downloads.left', { time })
}
