import type { PersonView, TaskKind } from '#kernel/engine/approval/approval-wire.ts'

/** Waiting for the caller, decided by him, raised by him, circulated to him, and everything (administrators). */
export const BOXES = ['open', 'done', 'mine', 'copies', 'all'] as const
export type Box = (typeof BOXES)[number]

/** `waiting`: what waits longest first, of what waits at all. `due`: whose time limit ends first. */
export const INBOX_ORDERS = ['oldest', 'latest', 'amount', 'amountUp', 'waiting', 'due'] as const
export type InboxOrder = (typeof INBOX_ORDERS)[number]
/** What the columns of a box are sorted by, as the lists of the product write it. */
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

/** Somebody at whom a document waits, and for whom he stands in. */
export interface HolderView extends PersonView {
  readonly principalName: string | null
}

/** One row of the inbox: a task of the caller, or an approval that he raised, reads or oversees. */
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
  /** What was asked for, where less of it is agreed to (`amount`). */
  readonly asked: string | null
  readonly stepName: string
  readonly state: InstanceState
  readonly kind: TaskKind
  /** Of the task: waiting while somebody was asked first. */
  readonly isParked: boolean
  /** Whom the caller stands in for. */
  readonly principalName: string | null
  readonly currentHolder: readonly HolderView[]
  readonly waitingSince: string | null
  readonly remindAt: string | null
  readonly escalateAt: string | null
  readonly isUrged: boolean
  /** Whether the caller has opened it in this round. */
  readonly isRead: boolean
  readonly decision: 'agree' | 'reject' | 'return' | 'transfer' | 'answer' | null
  /** Of what a decision is bound to. */
  readonly contentHash: string
  /** Of the task or copy, of the start elsewhere. */
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

/** How many are in the boxes; each stops above ten thousand. */
export interface BoxCounts {
  readonly open: number
  readonly parked: number
  readonly overdue: number
  readonly copiesUnread: number
  readonly mineRunning: number
  readonly hasAll: boolean
}
