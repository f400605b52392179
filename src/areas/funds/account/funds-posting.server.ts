import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { type Leg, legsOf } from '#kernel/engine/ledger/posting.ts'
import type { Amount } from '#kernel/base/money/money.ts'
import { fundsLedger } from '../funds.ledger.ts'

export const { debit, credit } = legsOf(fundsLedger)

/** Something comes to an account: Dr bucket / Cr what clears it. */
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

/** Something leaves it: Cr bucket / Dr what clears it. */
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

/** Several effects of one act, in one journal; writes in the order in which they are given. */
export function together(...effects: readonly Postings[]): Postings {
  const writes: readonly Statement[] = effects.flatMap((each) => each.writes ?? [])
  return {
    legs: effects.flatMap((each) => each.legs),
    reserve: effects.flatMap((each) => each.reserve ?? []),
    resolve: effects.flatMap((each) => each.resolve ?? []),
    writes,
  }
}
