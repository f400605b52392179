import { post } from '#kernel/web/console/client/api.ts'
import type { CallOptions } from '#kernel/web/console/client/api.ts'
import { listPath } from './lists/funds.list.ts'
import type { InvoiceView, MovementView } from './funds-wire.ts'

type Options = Pick<CallOptions, 'signal' | 'handles'>

/** The details of a row of the lists. */
export const fundsApi = {
  movements: (name: 'rebate' | 'receivable', id: string, options: Options) =>
    post<readonly MovementView[]>(`${listPath(name)}/detail`, { id }, options),
  invoice: (id: string, options: Options) => post<InvoiceView>(`${listPath('invoice')}/detail`, { id }, options),
}
