import { post, type CallOptions } from '#kernel/web/console/client/api.ts'
import type { Page } from '#kernel/web/console/client/paging.ts'
import type { AccountAmount, LineAmount } from '../budget-line/line-amounts.ts'
import { regionBase } from '../shared/budget-api.web.ts'
import type { AccountSubject, SumSubject } from './explain-subject.web.ts'

interface Posting {
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

export interface LineBehind {
  readonly budgetCode: string
  readonly countryName: string
  readonly projectName: string
  readonly projectPoolCode: string
  readonly year: number
  readonly month: number
  readonly currency: string
  readonly amount: string
}

interface Postings extends Page<Posting> {
  readonly balance: string | null
  readonly currency: string
}

/** Parameters of the call of postings, and of its export. */
export function postingFilters({ kind, key, amount }: AccountSubject, asOf: string | null) {
  return { ...(kind === 'line' ? { budgetCode: key } : { pool: key }), bucket: amount, ...(asOf ? { asOf } : {}) }
}

export const EXPLAIN_LIMIT = 50

export const explainApi = {
  postings: (subject: AccountSubject, asOf: string | null, page: number, options?: CallOptions) =>
    post<Postings>(
      '/aps/budget/country/postings',
      { ...postingFilters(subject, asOf), page, limit: EXPLAIN_LIMIT },
      options,
    ),
  lines: ({ idc, filters, amount, currency }: SumSubject, asOf: string | null, page: number, options?: CallOptions) =>
    post<Page<LineBehind>>(
      `${regionBase(idc)}/budget/explain/lines`,
      { ...filters, amount, currency, ...(asOf ? { asOf } : {}), page, limit: EXPLAIN_LIMIT },
      options,
    ),
  sum: ({ idc, filters, currency }: SumSubject, asOf: string | null, options?: CallOptions) =>
    post<readonly Readonly<Record<LineAmount | 'currency', string>>[]>(
      `${regionBase(idc)}/budget/country/sum`,
      { ...filters, currency, ...(asOf ? { asOf } : {}) },
      options,
    ),
}

interface Part {
  readonly name: AccountAmount
  readonly sign: '+' | '−'
}
const plus = (...names: readonly AccountAmount[]): Part[] => names.map((name) => ({ name, sign: '+' }))
const minus = (...names: readonly AccountAmount[]): Part[] => names.map((name) => ({ name, sign: '−' }))

/** The formulas of amounts (domain.md section 3). */
export const FORMULAS: Readonly<Partial<Record<AccountAmount, readonly Part[]>>> = {
  current: [
    ...plus('granted'),
    ...minus('revoked'),
    ...plus('transferredIn'),
    ...minus('transferredOut'),
    ...plus('carriedIn'),
    ...minus('carriedOut', 'lapsed', 'distributed'),
    ...plus('revalued'),
  ],
  available: [...plus('current'), ...minus('held', 'occupied', 'committed', 'accrued', 'executed', 'exchange')],
}
