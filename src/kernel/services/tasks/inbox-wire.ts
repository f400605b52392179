/** Waiting for the caller, decided by them, raised by them, circulated to them, and everything (administrators). */
export const BOXES = ['open', 'done', 'mine', 'copies', 'all'] as const
export type Box = (typeof BOXES)[number]

/** `waiting`: the longest waiting first, among waiting ones. `due`: the earliest end of a time limit first. */
export const INBOX_ORDERS = ['oldest', 'latest', 'amount', 'amountUp', 'waiting', 'due'] as const
export type InboxOrder = (typeof INBOX_ORDERS)[number]
/** Sort keys of a box's columns, in the notation of all lists. */
export const INBOX_SORTS: Readonly<Record<string, InboxOrder>> = {
  time: 'oldest',
  '-time': 'latest',
  amount: 'amountUp',
  '-amount': 'amount',
  due: 'due',
  '-due': 'due',
  waiting: 'latest',
  '-waiting': 'waiting',
}

export const INSTANCE_STATES = ['running', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated'] as const
export type InstanceState = (typeof INSTANCE_STATES)[number]

/** Numbers of rows in the boxes; each stops above ten thousand. */
export interface BoxCounts {
  readonly open: number
  readonly parked: number
  readonly overdue: number
  readonly copiesUnread: number
  readonly mineRunning: number
  readonly hasAll: boolean
}
