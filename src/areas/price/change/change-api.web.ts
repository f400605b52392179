import { type CallOptions, post } from '#kernel/web/console/client/api.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { BulkTarget } from '#kernel/web/console/list/document/bulk.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import type { PercentRow } from '../rounding/PercentTable.tsx'
import type { RoundingRule } from '../shared/price-rounding.rules.ts'
import type { ChangePricesTexts } from './change-prices.en.ts'
import type { AskedChange, LEFT_OUT, PRODUCT_KINDS } from './price-change.rules.ts'

export const changeText = await loadPartTexts<ChangePricesTexts>('changePrices', {
  en: () => import('./change-prices.en.ts'),
  zh: () => import('./change-prices.zh.ts'),
})

type Options = Pick<CallOptions, 'signal' | 'handles' | 'idempotencyKey'>

interface Code {
  readonly code: string
  readonly name: string
}

export interface CheckedChange {
  readonly chosen: number
  readonly eligible: number
  readonly leftOut: readonly {
    readonly reason: (typeof LEFT_OUT)[number]
    readonly no: string | null
    readonly count: number
  }[]
  readonly drafts: readonly {
    readonly areaName: string
    readonly classificationCode: string | null
    readonly customerCode: string | null
    readonly tradeTermCode: string
    readonly currency: string
    readonly kind: (typeof PRODUCT_KINDS)[number]
    readonly effectiveFrom: string
    readonly effectiveTo: string | null
    readonly lines: number
    readonly rounding: RoundingRule | null
    readonly examples: readonly PercentRow[]
  }[]
  readonly choices: readonly Code[]
}

export interface MadeDraft {
  readonly id: string
  readonly no: string
  readonly title: string
  readonly lines: number
}

interface CheckedMove {
  readonly chosen: number
  readonly choices: readonly Code[]
  readonly refusals: readonly { readonly row: number | null; readonly msg: string }[]
}

/** The chosen rows, or the filters of the list. */
export const chosenOf = (target: BulkTarget<PriceRow>): object =>
  target.kind === 'all' ? { filters: target.filters } : { ids: target.rows.map(({ id }) => id) }

interface AskedMove {
  readonly classificationCode: string | null
  readonly effectiveFrom: string
}

export const changeApi = {
  check: (target: object, change: AskedChange, options: Options) =>
    post<CheckedChange>('/aps/gs/price/change/check', { ...target, change }, options),
  draft: (body: object, options: Options) =>
    post<{ readonly drafts: readonly MadeDraft[] }>('/aps/gs/price/change/draft', body, options),
  edit: (target: object, asked: AskedMove, options: Options) =>
    post<CheckedMove>('/aps/gs/price/edit-classification', { ...target, ...asked }, options),
  move: (asked: AskedMove & { readonly reason: string; readonly chosen: number }, options: Options) =>
    post<{ readonly no: string; readonly ids: readonly string[] }>(
      '/aps/gs/price/update/classification',
      asked,
      options,
    ),
}
