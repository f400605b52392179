import type { AccountAmount, LineAmount } from '../line-amounts.ts'

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

export type Subject = AccountSubject | SumSubject

/** What a budget has left; nothing to ask where a line has no budget yet. */
export function availableOf(budgetCode: string, currency: string): AccountSubject | undefined {
  if (budgetCode === '') return undefined
  return { kind: 'line', key: budgetCode, amount: 'available', currency, name: budgetCode }
}
