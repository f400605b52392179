import { post } from '#kernel/web/console/client/api.ts'
import type { CallOptions } from '#kernel/web/console/client/api.ts'
import type { Page, PageRequest } from '#kernel/web/console/client/paging.ts'
import { type FundsListName, type FundsRow, listPath } from './lists/funds-lists.ts'
import type { InvoiceView, MovementView } from './funds-wire.ts'

type Options = Pick<CallOptions, 'signal' | 'handles'>
type Filters = Readonly<Record<string, unknown>>

/** The calls of the lists. */
export const fundsApi = {
  page: (name: FundsListName, request: PageRequest | Filters, options: Options) =>
    post<Page<FundsRow>>(`${listPath(name)}/page`, request, options),
  count: (name: FundsListName, filters: Filters, options: Options) =>
    post<{ recordTotal: number; capped: boolean; asOf: string }>(`${listPath(name)}/page/count`, filters, options),
  sums: (name: FundsListName, filters: Filters, options: Options) =>
    post<readonly FundsRow[]>(`${listPath(name)}/sum`, filters, options),
  movements: (name: 'rebate' | 'receivable', id: string, options: Options) =>
    post<readonly MovementView[]>(`${listPath(name)}/detail`, { id }, options),
  invoice: (id: string, options: Options) => post<InvoiceView>(`${listPath('invoice')}/detail`, { id }, options),
}
