import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { OpenReservation } from '#kernel/engine/ledger/posting.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import type { FundsAccount, FundsKey } from '../account/funds-account.ts'
import { fundsErrors } from '../funds.errors.ts'

// Rebates are kept in batches and spent in order of expiry (domain.md section 4). Batches are chosen under lock, so
// that a second document takes from what the first one left; the total is known here.

/** Whether a rebate includes tax. */
export type TaxMode = 'none' | 'included' | 'excluded'

/** A new batch, credited by a line of a document. */
export interface RebateCredit extends FundsKey {
  readonly amount: Amount
  /** Line of the crediting document, from 1: each line credits an account once. */
  readonly line: number
  readonly schemeNo: string | null
  /** `2026-11-22` */
  readonly creditedOn: string
  /** Its last day; null: no expiry. */
  readonly expiresOn: string | null
  /** Product class it may be spent on; null: any. */
  readonly productClass: string | null
  readonly taxMode: TaxMode
}

/** A part of a rebate account taken by a line of a document. */
export interface RebateTake {
  readonly account: FundsAccount
  readonly amount: Amount
  readonly line: number
}

/** A line's open freeze: its reservation, and its clearing account. */
export interface FrozenRebate extends FundsKey {
  readonly reservation: OpenReservation
  readonly account: string
  readonly clearing: string
  readonly line: number
  readonly amount: Amount
}

/** How much of each take is available, in order, and what is missing: a clawback freezes what it finds (2.12). */
export function upToSpendable(takes: readonly RebateTake[]): {
  readonly found: readonly RebateTake[]
  readonly missing: ReadonlyMap<number, Amount>
} {
  const left = new Map<string, Amount>()
  const missing = new Map<number, Amount>()
  const found = takes.flatMap((take) => {
    const { account, amount, line } = take
    const rest = left.get(account.account) ?? account.spendable
    const part = amount.lt(rest) ? amount : rest
    left.set(account.account, rest.minus(part))
    if (part.lt(amount)) missing.set(line, (missing.get(line) ?? zero).plus(amount.minus(part)))
    return part.gt(0) ? [{ ...take, amount: part }] : []
  })
  return { found, missing }
}

/** All refusals of taking these rebates: never more than may be spent. */
export function checkRebateTakes(takes: readonly RebateTake[]): Refusal[] {
  const left = new Map<string, Amount>()
  return takes.flatMap(({ account, amount, line }) => {
    const rest = left.get(account.account) ?? account.spendable
    left.set(account.account, rest.minus(amount))
    if (amount.lte(rest)) return []
    const available = amountText(rest.gt(0) ? rest : zero)
    const params = { amount: amountText(amount), available, currency: account.currency }
    return [fundsErrors.exceedsRebate(params, { field: 'amount', row: line - 1 })]
  })
}
