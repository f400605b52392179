import { type Amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import type { BucketOf, CounterOf, LedgerDefinition } from './definition.ts'

/**
 * One leg: a positive amount is a debit (the bucket grows), a negative one a credit (it shrinks). A counter is named
 * where the leg changes the account's total, not where it moves money between its buckets.
 */
export interface Leg {
  readonly ledger: string
  readonly account: string
  readonly bucket: string
  readonly counter?: string
  readonly amount: Amount
  readonly currency: string
  /** Line of the document that the leg concerns. */
  readonly line?: number
}

/** Money reserved for one line of a document in approval. */
export interface Reservation {
  readonly line: number
  readonly ledger: string
  readonly account: string
  readonly bucket: string
  readonly amount: Amount
  readonly currency: string
  /** Set where the document's currency differs from the account's. */
  readonly document?: DocumentAmount
}

/** A reservation in its document's currency, with the rate at which later stages relieve it. */
export interface DocumentAmount {
  readonly amount: Amount
  readonly currency: string
  /** Units of the account's currency for one of the document's; decimal text. */
  readonly rate: string
  readonly rateType: string
  /** `2026-01-01` */
  readonly rateDate: string
}

/** A reservation as stored. */
export interface OpenReservation {
  readonly id: string
  readonly document_line: number
  readonly account_id: string
  readonly bucket: string
  readonly amount: string
  readonly currency: string
}

/** Builds the legs of one ledger: an unknown bucket or counter does not compile. */
export function legsOf<L extends LedgerDefinition>(ledger: L) {
  const leg = (
    sign: 1 | -1,
    account: string,
    bucket: BucketOf<L>,
    amount: Amount,
    currency: string,
    options: { readonly counter?: CounterOf<L>; readonly line?: number } = {},
  ): Leg => ({
    ledger: ledger.name,
    account,
    bucket,
    amount: amount.times(sign),
    currency,
    ...options,
  })
  return {
    debit: (
      account: string,
      bucket: BucketOf<L>,
      amount: Amount,
      currency: string,
      options?: { readonly counter?: CounterOf<L>; readonly line?: number },
    ) => leg(1, account, bucket, amount, currency, options),
    credit: (
      account: string,
      bucket: BucketOf<L>,
      amount: Amount,
      currency: string,
      options?: { readonly counter?: CounterOf<L>; readonly line?: number },
    ) => leg(-1, account, bucket, amount, currency, options),
  }
}

/** Throws unless debits equal credits in every currency of every ledger. */
export function assertBalanced(legs: readonly Leg[]): void {
  const sums = new Map<string, Amount>()
  for (const leg of legs) {
    const key = `${leg.ledger} ${leg.currency}`
    sums.set(key, (sums.get(key) ?? zero).plus(leg.amount))
  }
  for (const [key, sum] of sums) {
    if (!sum.eq(0)) throw new Error(`journal does not balance in ${key}: ${amountText(sum)}`)
  }
}

/** The legs that undo the given ones. */
export function reverse(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ ...leg, amount: leg.amount.times(-1) }))
}

/** Sum of the debits of one bucket, for tests and texts. */
export function debitsOf(legs: readonly Leg[], bucket: string): Amount {
  return sumAmounts(legs.filter((leg) => leg.bucket === bucket && leg.amount.gt(0)).map((leg) => leg.amount))
}
