import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { type Leg, legsOf } from '#kernel/engine/ledger/posting.ts'
import type { Amount } from '#kernel/base/money/money.ts'
import { fundsLedger } from '../funds.ledger.ts'

export const { debit, credit } = legsOf(fundsLedger)

/** Money comes to an account: Dr bucket / Cr its clearing account. */
export function comes(
  account: string,
  bucket: 'avl' | 'occ' | 'rcv' | 'crd',
  clearing: string,
  value: Amount,
  currency: string,
  line: number,
): Leg[] {
  if (value.eq(0)) return []
  return [
    debit(account, bucket, value, currency, { counter: 'received', line }),
    credit(clearing, 'avl', value, currency, { counter: 'given', line }),
  ]
}

/** Money leaves it: Cr bucket / Dr its clearing account. */
export function leaves(
  account: string,
  bucket: 'avl' | 'occ' | 'rcv' | 'crd',
  clearing: string,
  value: Amount,
  currency: string,
  line: number,
): Leg[] {
  if (value.eq(0)) return []
  return [
    credit(account, bucket, value, currency, { counter: 'given', line }),
    debit(clearing, 'avl', value, currency, { counter: 'received', line }),
  ]
}

/** Combines several effects of one act into one journal; writes in the given order. */
export function together(...effects: readonly Postings[]): Postings {
  const writes: readonly Statement[] = effects.flatMap((each) => each.writes ?? [])
  return {
    legs: effects.flatMap((each) => each.legs),
    reserve: effects.flatMap((each) => each.reserve ?? []),
    resolve: effects.flatMap((each) => each.resolve ?? []),
    writes,
  }
}
