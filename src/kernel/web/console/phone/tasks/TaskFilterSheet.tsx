import type { Box, InboxOrder } from '#kernel/services/tasks/inbox-wire.ts'
import type { Filters } from '../../list/list-state.ts'
import { useInboxFilters } from '../../tasks/filters.ts'
import { taskText } from '../../tasks/task-texts.ts'
import { PhoneFilterSheet } from '../list/PhoneFilterSheet.tsx'

interface TaskFilterSheetProps {
  readonly box: Box
  readonly filters: Filters
  readonly onApply: (filters: Filters) => void
  readonly onClose: () => void
}

/** The filters and the order of a box of tasks. */
export function TaskFilterSheet({ box, onApply, ...sheet }: TaskFilterSheetProps) {
  return (
    <PhoneFilterSheet
      {...sheet}
      specs={useInboxFilters(box)}
      order={{
        name: 'order',
        label: taskText('order'),
        options: ordersOf(box).map((order) => ({ value: order, label: taskText(`orders.${order}`) })),
      }}
      apply={taskText('filters.apply')}
      onApply={onApply}
      onReset={() => onApply({})}
    />
  )
}

type PhoneOrder = Extract<InboxOrder, 'oldest' | 'latest' | 'amount' | 'due'>

function ordersOf(box: Box): readonly PhoneOrder[] {
  return box === 'open' ? ['due', 'oldest', 'latest', 'amount'] : ['latest', 'oldest', 'amount']
}
