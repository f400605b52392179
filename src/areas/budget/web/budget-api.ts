import type { EffectState } from '#kernel/effects/effect.ts'
import { post, type CallOptions } from '#kernel/console/client/api.ts'
import type { Page, PageRequest } from '#kernel/console/client/paging.ts'
import type { DocumentHead } from '#kernel/console/client/document-api.ts'
import type { LineAmount } from '../line-amounts.ts'

export type ApplyType = 'grant' | 'revoke'
export type ApplicationState = 'draft' | 'underApproval' | 'approved' | 'rejected' | 'cancelled'
export type ProductClass = 'phone' | 'iot'

/** An application as the list shows it. */
export interface CountryBudget extends DocumentHead {
  readonly applyType: ApplyType
  readonly idcCode: string
  readonly areaId: string
  readonly year: number | null
  readonly month: number | null
  readonly budgetDeptCode: string
  readonly projectPoolCode: string
  readonly currency: string
  readonly reason: string
  readonly state: ApplicationState
  /** What became of telling finance; null before it was approved. */
  readonly pushStatus?: EffectState | null
  readonly totalAmount: string
}

export interface BudgetLine extends Readonly<Record<LineAmount, string>> {
  readonly budgetCode: string
  readonly areaId: string
  readonly idcCode: string
  readonly year: number
  readonly month: number
  readonly countryCode: string
  readonly countryName: string
  readonly projectCode: string
  readonly projectName: string
  readonly projectPoolCode: string
  readonly budgetDeptCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productClass: ProductClass
  readonly productLineCode: string
  readonly currency: string
}

export interface BudgetSum extends Readonly<Record<LineAmount, string>> {
  readonly currency: string
  readonly lineCount: number
}

/** The totals of a list; `asOf` where they are not of now. */
export interface ListedSum extends BudgetSum {
  readonly asOf: string | null
}

export interface Posting {
  readonly at: string
  readonly documentType: string
  readonly documentNo: string
  readonly formInstanceId: string | null
  readonly action: string
  readonly bucket: string
  readonly amount: string
  readonly currency: string
  readonly balanceAfter: string
  readonly actor: string
}

const MAIN = '/aps/budget/country'

/** Base of the form-data API for a region (spec section 7). */
export function regionBase(idc: string): string {
  return `/gs/${encodeURIComponent(idc)}/oversea/aps`
}

/** Every call of the country budget. The caller shows 400 and 409 itself where it edits. */
export const budgetApi = {
  list: (request: PageRequest, options?: CallOptions) =>
    post<Page<CountryBudget>>(`${MAIN}/queryByPage`, request, options),
  count: (filters: object, options?: CallOptions) =>
    post<Pick<Page<never>, 'recordTotal' | 'capped'>>(`${MAIN}/count`, filters, options),
  postings: (body: { budgetCode: string; bucket?: LineAmount; page: number; limit: number }) =>
    post<Page<Posting>>(`${MAIN}/postings`, body),
  lines: (idc: string, request: PageRequest, options?: CallOptions) =>
    post<Page<BudgetLine>>(`${regionBase(idc)}/budget/country/page`, request, options),
  lineCount: (idc: string, filters: object, options?: CallOptions) =>
    post<Pick<Page<never>, 'recordTotal' | 'capped'>>(`${regionBase(idc)}/budget/country/page/count`, filters, options),
  sums: (idc: string, filters: object, options?: CallOptions) =>
    post<ListedSum[]>(`${regionBase(idc)}/budget/country/sum`, filters, options),
  use: (year: number, options?: CallOptions) => post<readonly AreaUse[]>('/aps/budget/country/use', { year }, options),
  postingExportPath: `${MAIN}/postings/async/export`,
  exportPath: `${MAIN}/export`,
  lineExportPath: (idc: string) => `${regionBase(idc)}/budget/country/page/export`,
}

/** What became of one area's budget of a year. */
export interface AreaUse {
  readonly idcCode: string
  readonly areaName: string
  readonly asOf: string
  readonly sums: readonly BudgetSum[]
}
