import type { MonitorRow, MonitorSummary } from '#kernel/services/monitor/monitor-schemas.ts'
import type { Repair, RepairAnswer } from '#kernel/services/monitor/monitor-wire.ts'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import { type CallOptions, get, post } from '../client/api.ts'
import type { Page, PageRequest } from '../client/paging.ts'

/** Target of a repair: an approval, and one of its tasks or steps. */
export interface RepairItem {
  readonly formInstanceId: string
  readonly taskId?: string
  readonly step?: string
}

export interface RepairOrder {
  readonly repair: Repair
  readonly items: readonly RepairItem[]
  readonly person?: string
  readonly reason: string
}

interface PersonFound {
  readonly account: string
  readonly name: string
  readonly jobTitle: string
}

const path = (name: string): string => `/aps/bpm/monitor/${name}`

export const monitorApi = {
  page: (request: PageRequest, options: CallOptions) => post<Page<MonitorRow>>(path('queryPage'), request, options),
  summary: (options: CallOptions) => get<MonitorSummary>(path('summary'), options),
  options: (options: CallOptions) =>
    get<{ readonly types: readonly ChoiceOption[]; readonly organisations: readonly ChoiceOption[] }>(
      path('options'),
      options,
    ),
  people: (formInstanceIds: readonly string[], keyword: string, options: CallOptions) =>
    post<{ readonly people: readonly PersonFound[] }>(path('people'), { formInstanceIds, keyword }, options),
  retryJobs: (ids: readonly string[]) => post<{ readonly changed: number }>(path('jobs/retry'), { ids }),
  repair: (order: RepairOrder, options: CallOptions) => post<RepairAnswer>(path('repair'), order, options),
}
