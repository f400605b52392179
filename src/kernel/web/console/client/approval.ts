import type { InboxRow } from '#kernel/services/tasks/inbox-wire.ts'
import type { ApprovalView, PersonView } from '#kernel/engine/approval/approval-wire.ts'
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

/** A row of the inbox; in boxes of tasks it is one. */
export type Task = InboxRow

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
