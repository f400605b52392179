import { type CallOptions, post } from '#kernel/web/console/client/api.ts'
import type { Page, PageRequest } from '#kernel/web/console/client/paging.ts'
import { queryClient } from '#kernel/web/console/client/query-client.ts'
import { staleAfterAction } from '#kernel/web/console/client/query-keys.ts'
import type { BoardCounts, BoardEvent, BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'

const PATH = '/aps/budget/reserve'

export interface RetryAnswer {
  readonly done: number
  readonly failed: readonly { readonly no: string; readonly msg: string }[]
}

interface Total {
  readonly recordTotal: number
  readonly capped: boolean
}

export const repairApi = {
  exportPath: `${PATH}/export`,
  page: (request: PageRequest, options: CallOptions) => post<Page<BoardRow>>(`${PATH}/queryPage`, request, options),
  count: (filters: object, options: CallOptions) => post<Total>(`${PATH}/count`, filters, options),
  states: (options: CallOptions) => post<BoardCounts>(`${PATH}/states`, {}, options),
  detail: (id: string, options: CallOptions) =>
    post<{ readonly reserve: BoardRow; readonly history: readonly BoardEvent[] }>(`${PATH}/detail`, { id }, options),
  retry: (order: { readonly ids: readonly string[]; readonly reason: string }, options: CallOptions) =>
    post<RetryAnswer>(`${PATH}/retry`, order, options),
}

/** Invalidates queries after a retry. */
export function reservesChanged(types: readonly string[]): void {
  const isStale = staleAfterAction(['documentReserve', ...types])
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
}
