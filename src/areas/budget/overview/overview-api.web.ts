import { post, type CallOptions } from '#kernel/web/console/client/api.ts'
import type { LineAmount } from '../budget-line/line-amounts.ts'
import { regionBase } from '../shared/budget-api.web.ts'
import type { MonthUse } from './overview-figures.web.ts'

export interface Overview {
  readonly year: number
  readonly asOf: string
  readonly currencies: readonly string[]
  readonly currency: string
  readonly totals: Readonly<Record<LineAmount, string>>
  readonly months: readonly MonthUse[]
  readonly course: readonly { readonly month: number; readonly plan: string; readonly used: string | null }[]
  readonly cells: readonly (MonthUse & { readonly countryCode: string })[]
  readonly countries: readonly { readonly countryCode: string; readonly countryName: string }[]
}

/** Filters of the charts; omitted ones do not filter. */
export interface OverviewAsked {
  readonly year?: number
  readonly currency?: string
  readonly level?: string
  readonly asOf?: string
  readonly projectPoolCode?: string
  readonly budgetDeptCode?: string
  readonly productClass?: string
}

export const overviewApi = {
  read: (idc: string, asked: OverviewAsked, options?: CallOptions) =>
    post<Overview>(`${regionBase(idc)}/budget/overview`, asked, options),
}
