import type { BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime, timeText } from '#kernel/web/ui/time.ts'
import { repairText } from './repair-texts.web.ts'

/** Until when it has to be confirmed; past that it says so in a word, not only in a colour. */
export function Deadline({ row: { deadlineAt, isOverdue } }: { readonly row: BoardRow }) {
  if (isOverdue) return <StateMark colour="orange" text={repairText('yes')} />
  return <time title={timeText(deadlineAt)}>{formatTime(deadlineAt)}</time>
}
