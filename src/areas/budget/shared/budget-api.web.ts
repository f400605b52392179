import { get, post, type CallOptions } from '#kernel/web/console/client/api.ts'
import type { Page, PageRequest } from '#kernel/web/console/client/paging.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'
import type { LineAmount } from '../budget-line/line-amounts.ts'

export const APPLY_TYPES = ['grant', 'revoke', 'initialLoad', 'supplement'] as const
export type ApplyType = (typeof APPLY_TYPES)[number]
export type PoolApplyType = 'initialLoad' | 'supplement' | 'reduce'
export type BudgetLevel = 'country' | 'project'

export interface BudgetSum extends Readonly<Record<LineAmount, string>> {
  readonly currency: string
  readonly lineCount: number
}

/** The totals of a list; `asOf` where they are not current. */
export interface ListedSum extends BudgetSum {
  readonly asOf: string | null
}

const MAIN = '/aps/budget/country'

/** Base of the form-data API for a region (spec section 7). */
export function regionBase(idc: string): string {
  return `/gs/${encodeURIComponent(idc)}/oversea/aps`
}

/** Every call of the budget lines. The caller shows 400 and 409 itself where it edits. */
export const budgetApi = {
  lines: (idc: string, request: PageRequest, options?: CallOptions) =>
    post<Page<BudgetLine>>(`${regionBase(idc)}/budget/country/page`, request, options),
  sums: (idc: string, filters: object, options?: CallOptions) =>
    post<ListedSum[]>(`${regionBase(idc)}/budget/country/sum`, filters, options),
  use: (year: number, options?: CallOptions) => post<readonly AreaUse[]>('/aps/budget/country/use', { year }, options),
  idcOf: (budgetCode: string) =>
    get<{ readonly idcCode: string | null }>('/aps/budget/country/line/idc', { query: { budgetCode }, handles: true }),
  postingExportPath: `${MAIN}/postings/async/export`,
}

/** One area's budget of a year. */
export interface AreaUse {
  readonly idcCode: string
  readonly areaName: string
  readonly asOf: string
  readonly sums: readonly BudgetSum[]
}
