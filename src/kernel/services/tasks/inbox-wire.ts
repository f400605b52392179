import type { PersonView, TaskKind } from '#kernel/engine/approval/approval-wire.ts'

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

/** A current assignee, and the person they substitute. */
export interface HolderView extends PersonView {
  readonly principalName: string | null
}

/** One row of the inbox: a task of the caller, or an approval that they raised, read or oversee. */
export interface InboxRow {
  readonly box: Box
  /** Empty in boxes whose rows are no tasks. */
  readonly taskId: string
  readonly formInstanceId: string
  readonly documentType: string
  readonly typeLabel: string
  readonly documentId: string
  readonly documentNo: string
  readonly title: string
  readonly drafterName: string
  readonly organisationName: string
  /** Null also where the caller may not see the amounts of such documents. */
  readonly amount: string | null
  readonly currency: string | null
  /** The amount asked for, where less is approved (`amount`). */
  readonly asked: string | null
  readonly stepName: string
  readonly state: InstanceState
  readonly kind: TaskKind
  /** The task waits because somebody was asked first. */
  readonly isParked: boolean
  /** The person whom the caller substitutes. */
  readonly principalName: string | null
  readonly currentHolder: readonly HolderView[]
  readonly waitingSince: string | null
  readonly remindAt: string | null
  readonly escalateAt: string | null
  readonly isUrged: boolean
  /** Whether the caller has opened it in this round. */
  readonly isRead: boolean
  readonly decision: 'agree' | 'reject' | 'return' | 'transfer' | 'answer' | null
  /** Hash that a decision is bound to. */
  readonly contentHash: string
  /** Of the task or copy; otherwise of the start. */
  readonly createdAt: string
  readonly endedAt: string | null
  readonly startedAt: string
  readonly senderName: string | null
  readonly message: string | null
  /** An administrator may see that it runs without being allowed to open it. */
  readonly mayOpen: boolean
  readonly url: string
  readonly mobileUrl: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** Numbers of rows in the boxes; each stops above ten thousand. */
export interface BoxCounts {
  readonly open: number
  readonly parked: number
  readonly overdue: number
  readonly copiesUnread: number
  readonly mineRunning: number
  readonly hasAll: boolean
}
