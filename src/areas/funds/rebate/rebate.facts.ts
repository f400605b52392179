import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { FrozenRebate } from './rebate.rules.ts'

interface FrozenRow {
  readonly id: string
  readonly document_line: number
  readonly account_id: string
  readonly bucket: string
  readonly amount: string
  readonly currency: string
  readonly customer_code: string
  readonly operating_unit_code: string
  readonly clearing: string
}

const frozen = prepared<FrozenRow>(
  'funds.frozen-rebate',
  `select r.id, r.document_line, r.account_id, r.bucket, r.amount, r.currency, a.customer_code, a.operating_unit_code, k.id as clearing
   from ledger_reservation r join funds_account a on a.id = r.account_id
   join funds_account k on k.customer_code is null and k.operating_unit_code = a.operating_unit_code and k.currency = a.currency
     and k.kind = 'REBATE_CLEARING'
   where r.document_id = $1 and r.resolved_by is null and r.ledger = 'funds' and a.kind = 'REBATE' order by r.document_line`,
)

/** A document's unresolved freezes of rebates. */
export function frozenRebate(documentId: string | null): Statement<FrozenRow> {
  return frozen(documentId)
}

export function readFrozenRebate(rows: readonly FrozenRow[]): FrozenRebate[] {
  return rows.map(({ customer_code, operating_unit_code, clearing, ...reservation }) => ({
    reservation,
    account: reservation.account_id,
    clearing,
    line: reservation.document_line,
    amount: amount(reservation.amount),
    customerCode: customer_code,
    operatingUnitCode: operating_unit_code,
    currency: reservation.currency,
  }))
}
