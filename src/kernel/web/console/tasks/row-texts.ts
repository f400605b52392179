import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { durationText } from '../duration.ts'
import { taskText } from './task-texts.ts'
import { timeLimit } from './time-limit.ts'

/** The assignees, with the people they substitute. */
export function holdersText(row: InboxRow): string {
  return row.currentHolder
    .map(({ name, principalName }) =>
      principalName ? `${name} (${taskText('forBeneficiary', { name: principalName })})` : name,
    )
    .join(', ')
}

export function factsText(row: InboxRow): string {
  return row.facts.map((fact) => `${fact.label} ${fact.value}`).join(' · ')
}

/** Why it is listed, and its urgency. */
export function marksOf(
  row: InboxRow,
  now: number,
): readonly { readonly key: string; readonly text: string; readonly isUrgent: boolean }[] {
  const marks = []
  if (row.isUrged) marks.push({ key: 'urged', text: taskText('urged'), isUrgent: true })
  if (timeLimit(row, now)?.end === 'over') marks.push({ key: 'overdue', text: taskText('overdue'), isUrgent: true })
  if (row.isParked) marks.push({ key: 'parked', text: taskText('parked'), isUrgent: false })
  if (row.taskId && row.kind !== 'step')
    marks.push({ key: row.kind, text: taskText(`kinds.${row.kind}`), isUrgent: false })
  if (row.principalName)
    marks.push({ key: 'for', text: taskText('forBeneficiary', { name: row.principalName }), isUrgent: false })
  return marks
}

/** Time until its limit ends; empty for finished ones. */
export function limitText(row: InboxRow, now: number): string {
  const limit = timeLimit(row, now)
  return limit ? taskText(`limit.${limit.end}`, { time: durationText(limit.minutes) }) : ''
}

/** Why a task cannot be decided from a list; null where it can. */
export function whyNotDecide(row: InboxRow): string | null {
  if (row.isParked) return taskText('parked')
  return row.kind === 'delegate' ? taskText('answerFirst') : null
}
