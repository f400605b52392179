import type { AccountAmount, LineAmount } from '../budget-line/line-amounts.ts'

/** One amount of a budget line or a pool: the postings behind it explain it. */
export interface AccountSubject {
  readonly kind: 'line' | 'pool'
  /** A budget code, or a pool as `IN/PP01/2026/INR`. */
  readonly key: string
  readonly amount: AccountAmount
  readonly currency: string
  readonly name: string
  readonly note?: string
  /** Everything that the account holds, as it was shown beside the amount. */
  readonly amounts?: Readonly<Partial<Record<AccountAmount, string>>>
  readonly asOf?: string | null
}

/** A total over budget lines in one currency: the lines explain it, and their postings each of them. */
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
 * What explains a figure to decide on, from the little that its page says of it: a budget code, or a pool as it is asked for, where
 * it is not the available amount with the amount after a bar.
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
