import type { BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime, timeText } from '#kernel/web/ui/time.ts'
import { repairText } from './repair-texts.web.ts'

/** Deadline of its confirmation; when passed it is marked by a word, not only by colour. */
export function Deadline({ row: { deadlineAt, isOverdue } }: { readonly row: BoardRow }) {
  if (isOverdue) return <StateMark colour="orange" text={repairText('yes')} />
  return <time title={timeText(deadlineAt)}>{formatTime(deadlineAt)}</time>
}
