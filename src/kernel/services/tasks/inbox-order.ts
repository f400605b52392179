import type { InboxQuestion } from './inbox-question.ts'
import type { Box } from './inbox-wire.ts'

/** Boxes whose rows are tasks of their owner. */
export function isTaskBox(box: Box): boolean {
  return box === 'open' || box === 'done'
}

const WAITS_SINCE = `(select min(o.created_at) from approval_task o where o.document_id = i.document_id and o.round = i.round and o.state = 'open')`
const ENDS_AT = `(select min(least(o.remind_at, o.escalate_at)) from approval_task o where o.document_id = i.document_id and o.round = i.round and o.state = 'open')`

/** The sort as columns of the box with directions: `[expression, direction][]`. */
export function orderOf(box: Box, order: InboxQuestion['order']): readonly (readonly [string, string])[] {
  const tasks = isTaskBox(box)
  const tie: readonly (readonly [string, string])[] = tasks
    ? [['t.id', 'desc']]
    : box === 'copies'
      ? [['c.id', 'desc']]
      : [
          ['i.document_id', 'desc'],
          ['i.round', 'desc'],
        ]
  const time: readonly (readonly [string, string])[] =
    box === 'open' || box === 'copies' ? [] : [[box === 'done' ? 't.ended_at' : 'i.started_at', 'desc']]
  switch (order) {
    case 'latest':
      return [...time, ...tie]
    case 'oldest':
      return [...time, ...tie].map(([column]) => [column, 'asc'])
    case 'amount':
      return [['i.currency', 'asc'], ['i.amount', 'desc nulls last'], ...tie]
    case 'amountUp':
      return [['i.currency', 'asc'], ['i.amount', 'asc nulls last'], ...tie]
    case 'waiting':
      // Finished tasks have no waiting time.
      if (box === 'done') return [...time, ...tie]
      return [[tasks ? 't.created_at' : WAITS_SINCE, 'asc nulls last'], ...tie]
    case 'ended':
      return [['i.ended_at', 'desc'], ...tie]
    case 'due':
      // What is overdue has the earliest end of all; without a limit the oldest comes first.
      return tasks
        ? [
            ['least(t.remind_at, t.escalate_at)', 'asc nulls last'],
            ['t.id', 'asc'],
          ]
        : [[ENDS_AT, 'asc nulls last'], ...tie]
  }
}
