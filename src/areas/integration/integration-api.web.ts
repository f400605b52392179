import { type CallOptions, get, post } from '#kernel/web/console/client/api.ts'
import { queryClient } from '#kernel/web/console/client/query-client.ts'
import { staleAfterAction } from '#kernel/web/console/client/query-keys.ts'
import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import type { RefusedView, RunView, SyncSettingState, SyncHealth } from './integration-wire.ts'

type Options = CallOptions
interface Found {
  readonly records: readonly { readonly name: string; readonly values: { readonly code: string } }[]
}

const RUNS = '/aps/sync/run'
const PUSHES = '/aps/sync/push'

export const integrationApi = {
  run: (id: string, page: number, options: Options) =>
    post<{ readonly run: RunView; readonly rows: readonly RefusedView[] }>(`${RUNS}/detail`, { id, page }, options),
  health: (options: Options) => get<SyncHealth>('/aps/sync/health', options),
  setting: (id: string, options: Options) => post<SyncSettingState>('/aps/sync/setting/state', { id }, options),
  start: (id: string, kind: 'run' | 'ping') => post<{ readonly id: string }>(`${RUNS}/start`, { id, kind }, {}),
  stop: (id: string) => post<{ readonly id: string }>(`${RUNS}/stop`, { id }, {}),
  act: (order: {
    readonly act: 'retry' | 'supersede'
    readonly ids?: readonly string[]
    readonly settingCode?: string
  }) => post<{ readonly done: number }>(`${PUSHES}/act`, order, {}),
  resetKey: (id: string, key: string | null, reason: string) =>
    post<{ readonly id: string }>('/aps/sync/setting/resetKey', { id, key, reason }, {}),
}

/** Search for settings and systems by code or name, for filters. Must be stable. */
function searchOf(path: string) {
  return async (keyword: string, signal: AbortSignal): Promise<readonly ChoiceOption[]> => {
    const request = { limit: 50, ...(keyword === '' ? {} : { keyword }) }
    const { records } = await post<Found>(`${path}/queryPage`, request, { signal, handles: true })
    return records.map(({ name, values: { code } }) => ({ value: code, label: `${code} / ${name}` }))
  }
}
export const searchSettings = searchOf('/aps/sync/setting')
export const searchSystems = searchOf('/aps/sync/system')

/** Invalidates queries after a manual act. */
export function syncChanged(): void {
  const isStale = staleAfterAction(['syncRun', 'syncPush', 'syncSetting'])
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
}
