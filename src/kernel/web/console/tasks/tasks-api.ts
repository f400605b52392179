import type { BatchDecision, BatchItem, BatchResult, DryRunView } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import type { Box, BoxCounts } from '#kernel/services/tasks/inbox-wire.ts'
import { type CallOptions, get, post } from '../client/api.ts'
import { isPhone } from '../client/approval.ts'
import type { Page } from '../client/paging.ts'

export type InboxQuery = Readonly<Record<string, string | number | undefined>>

interface Choices {
  readonly types: readonly { readonly code: string; readonly name: string }[]
  readonly organisations: readonly { readonly code: string; readonly name: string }[]
  readonly currencies: readonly string[]
}

export const tasksApi = {
  page: (box: Box, query: InboxQuery, options: Pick<CallOptions, 'signal'> = {}) =>
    get<Page<InboxRow>>('/aps/task/queryPage', { query: { box, ...query }, handles: true, ...options }),
  count: (box: Box, query: InboxQuery, options: Pick<CallOptions, 'signal'> = {}) =>
    get<{ recordTotal: number; capped: boolean }>('/aps/task/count', {
      query: { box, ...query },
      handles: true,
      ...options,
    }),
  boxes: () => get<BoxCounts>('/aps/task/boxes', { handles: true }),
  choices: () => get<Choices>('/aps/task/choices', { handles: true }),
  performDryRun: (decision: BatchDecision, items: readonly BatchItem[], options: CallOptions = {}) =>
    post<DryRunView>('/aps/bpm/task/dryRun', { decision, items }, { ...options, handles: true }),
  decide: (decision: BatchDecision, item: BatchItem & { readonly opinion: string }, idempotencyKey: string) =>
    post<readonly BatchResult[]>('/aps/bpm/task/batch', { decision, items: [item] }, { idempotencyKey, handles: true }),
}

export function itemOf({ taskId, formInstanceId, contentHash }: InboxRow): BatchItem {
  return { taskId, formInstanceId, contentHash }
}

export function addressOf(row: InboxRow): string {
  return isPhone() ? row.mobileUrl : row.url
}

/** The unique key of a row in any box. */
export function keyOf(row: InboxRow): string {
  return row.taskId || row.formInstanceId
}

/** The first of the caller's waiting tasks that is of no part of this approval; null where there is none. */
export async function firstOther(formInstanceId: string | undefined): Promise<InboxRow | null> {
  const { records } = await tasksApi.page('open', { limit: 2 })
  return records.find((row) => row.formInstanceId !== formInstanceId) ?? null
}
