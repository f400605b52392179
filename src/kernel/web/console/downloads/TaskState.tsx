import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
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
  /** State of an import, more precise than its status. */
  readonly phase?: ImportState | null | undefined
}

export function TaskState({ status, phase }: TaskStateProps) {
  if (phase)
    return <StateMark colour={phaseColour(phase, COLOURS[status])} text={pageText(`imports.states.${phase}`)} />
  return <StateMark colour={COLOURS[status]} text={statusText(status)} />
}

/** Waiting for the person differs from running; ending by the person is no failure. */
function phaseColour(phase: ImportState, colour: StateColour): StateColour {
  if (phase === 'checked' || phase === 'stopped') return 'orange'
  return phase === 'undone' || phase === 'discarded' ? 'grey' : colour
}

/** Rows handled of the total; a bar only while it advances. */
export function Progress({ task }: { readonly task: DownloadTask }) {
  const { rowsDone, rowsTotal, status } = task
  const done = rowsDone.toLocaleString('en-US')
  if (isWaiting(task)) return (rowsTotal ?? rowsDone).toLocaleString('en-US')
  if (status !== 1 || rowsTotal === null) return status === 2 ? done : '/'
  const total = rowsTotal.toLocaleString('en-US')
  return (
    <span className="download-progress">
      {pageText('downloads.ofRows', { done, total })}
      <progress value={rowsDone} max={Math.max(1, rowsTotal)} aria-label={task.name} />
    </span>
  )
}

/** Time left, result, and for a file its size and expiry. */
export function resultText({ type, status, phase, secondsLeft, resultDescr, size, expireTime }: DownloadTask): string {
  if (status === 1) return secondsLeft && phase !== 'checked' ? leftText(secondsLeft) : resultDescr
  if (type === 1 || status === 3 || size === null || !expireTime) return resultDescr
  const day = formatTime(expireTime).slice(5, 10)
  return [resultDescr, sizeText(size), pageText('downloads.until', { day })].join(' · ')
}

/** `12 s left`, `3 min left`. */
function leftText(seconds: number): string {
  const time =
    seconds < 90
      ? pageText('downloads.seconds', { seconds: Math.max(1, Math.round(seconds)) })
      : durationText(Math.round(seconds / 60))
  return pageText('downloads.left', { time })
}
