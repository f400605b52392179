import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'

export interface TimeLimit {
  /** The act at its end; `over` once it has passed. */
  readonly end: 'remind' | 'escalate' | 'over'
  readonly at: string
  /** Until the end, or since it. */
  readonly minutes: number
}

/** The next limit of a waiting task; null where the route sets none, and for finished ones. */
export function timeLimit(
  row: Pick<InboxRow, 'state' | 'box' | 'remindAt' | 'escalateAt'>,
  now: number,
): TimeLimit | null {
  const at = [row.remindAt, row.escalateAt].filter((end) => end !== null).toSorted()[0]
  if (at === undefined || row.state !== 'running' || row.box === 'done') return null
  const minutes = (Date.parse(at) - now) / 60_000
  if (minutes <= 0) return { end: 'over', at, minutes: Math.floor(-minutes) }
  return { end: at === row.escalateAt ? 'escalate' : 'remind', at, minutes: Math.ceil(minutes) }
}
