import type { ApprovalView, PersonView } from '#kernel/approval/approval-wire.ts'
import { get } from './api.ts'
import type { Page } from './paging.ts'

/** The wire's own types: the server answers with them. */
export type Person = PersonView
export type Approval = ApprovalView

/** A decision is bound to the content that was shown: the server refuses it when that changed meanwhile. */
export interface ApprovalAct {
  readonly formInstanceId: string
  readonly taskId: string
  readonly contentHash: string
  readonly opinion: string
}

export interface Task {
  readonly taskId: string
  readonly formInstanceId: string
  readonly documentType: string
  readonly documentId: string
  readonly documentNo: string
  readonly title: string
  readonly applyType: string | null
  readonly drafterName: string
  readonly amount: string | null
  readonly currency: string | null
  readonly stepName: string
  /** Of the caller; null while the task is open. */
  readonly decision: 'agree' | 'reject' | null
  readonly createdAt: string
  readonly endedAt: string | null
  readonly url: string
  readonly mobileUrl: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** Where a task is opened: on a phone its page for phones, wherever the link stands. */
export function taskAddress(task: Task): string {
  return isPhone() ? task.mobileUrl : task.url
}

/** A finger on a window that a desktop page does not fit. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse) and (max-width: 767px)').matches
}

/** What waits for the caller, or what he has done. */
export function myTasks(
  status: 'open' | 'done',
  page: number,
  limit: number,
  documentType?: string,
): Promise<Page<Task>> {
  return get<Page<Task>>('/aps/task/queryPage', { query: { status, page, limit, documentType }, handles: true })
}

/** The latest of what waits for the caller; `recordTotal` counts all of it. */
export function latestTasks(): Promise<Page<Task>> {
  return get<Page<Task>>('/aps/task/queryPage', { query: { order: 'latest', limit: 6 }, handles: true })
}

/** How many tasks of one type of document wait, and since when the oldest does. */
export interface TaskSummary {
  readonly documentType: string
  readonly typeLabel: string
  readonly total: number
  readonly oldestSince: string
}

export function taskSummary(): Promise<readonly TaskSummary[]> {
  return get<readonly TaskSummary[]>('/aps/task/summary', { handles: true })
}
