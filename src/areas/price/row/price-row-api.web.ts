import { type CallOptions, post } from '#kernel/web/console/client/api.ts'
import type { PriceChange, PriceDetail } from './price-row-schemas.ts'

type Options = Pick<CallOptions, 'signal' | 'handles'>

interface Changes {
  readonly records: readonly PriceChange[]
  readonly recordTotal: number
}

export const PER_PAGE = 20

export const priceRowApi = {
  detail: (id: string, options: Options) => post<PriceDetail>('/aps/price/detail/v2', { id }, options),
  changes: (id: string, page: number, options: Options) =>
    post<Changes>('/aps/price/history/get', { id, page, limit: PER_PAGE }, options),
}
