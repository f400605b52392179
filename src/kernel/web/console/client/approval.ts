import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import type { ApprovalView, PersonView } from '#kernel/engine/approval/approval-wire.ts'
import { get } from './api.ts'
import type { Page } from './paging.ts'

/** The wire's own types, as the server answers them. */
export type Person = PersonView
export type Approval = ApprovalView

/** A decision is bound to the content shown: the server refuses it if that changed meanwhile. */
export interface ApprovalAct {
  readonly formInstanceId: string
  readonly taskId: string
  readonly contentHash: string
  readonly opinion: string
}

/** A row of the inbox; in task boxes it is a task. */
export type Task = InboxRow

/** A touch device with a window too small for desktop pages. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse) and (max-width: 767px)').matches
}

/** The latest waiting tasks of the caller; `recordTotal` counts all, and `drafts` settings that wait for them as second person. */
export function latestTasks(): Promise<Page<Task> & { readonly drafts: number }> {
  return get<Page<Task> & { readonly drafts: number }>('/aps/task/queryPage', {
    query: { order: 'latest', limit: 6 },
    handles: true,
  })
}
