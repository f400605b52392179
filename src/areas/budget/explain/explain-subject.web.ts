import type { AccountAmount, LineAmount } from '../budget-line/line-amounts.ts'

/** One amount of a budget line or a pool, explained by its postings. */
export interface AccountSubject {
  readonly kind: 'line' | 'pool'
  /** A budget code, or a pool as `IN/PP01/2026/INR`. */
  readonly key: string
  readonly amount: AccountAmount
  readonly currency: string
  readonly name: string
  readonly note?: string
  /** All amounts of the account, as displayed beside it. */
  readonly amounts?: Readonly<Partial<Record<AccountAmount, string>>>
  readonly asOf?: string | null
}

/** A total over budget lines in one currency, explained by the lines and their postings. */
export interface SumSubject {
  readonly kind: 'sum'
  readonly idc: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly amount: LineAmount
  readonly currency: string
  readonly name: string
  readonly amounts: Readonly<Partial<Record<AccountAmount, string>>>
  readonly asOf?: string | null
}

export type ExplainSubject = AccountSubject | SumSubject

/**
 * The subject of a decision figure from its short form: a budget code, or a pool's key, with the amount after a bar
 * where it is not the available amount.
 */
export function subjectOfSource(source: unknown): AccountSubject {
  const [key = '', held] = String(source).split('|')
  const parts = key.split('/')
  const isPool = parts.length > 1
  return {
    kind: isPool ? 'pool' : 'line',
    key,
    amount: held === 'held' ? 'held' : 'available',
    currency: isPool ? (parts[3] ?? '') : '',
    name: isPool ? `${parts[1]} ${parts[2]}` : key,
  }
}
