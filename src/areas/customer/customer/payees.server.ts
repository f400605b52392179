import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

/** The payee of a document, from the customer's record: documents never contain bank data. */
export interface Payee {
  readonly code: string
  /** A channel of the same area. */
  readonly channelCode: string | null
  readonly operatingUnitCode: string | null
  readonly taxNo: string | null
  readonly bankName: string | null
  readonly bankAccount: string | null
  readonly bankHolder: string | null
  readonly bankSwift: string | null
}

interface PayeeRow extends Payee {
  readonly scopeId: number
}

const payee = prepared<PayeeRow>(
  'customer.payee',
  `select code, (select x.channel_code from channel_customer x where x.code = customer.code) as "channelCode", operating_unit_code as "operatingUnitCode", tax_no as "taxNo", bank_name as "bankName", bank_account as "bankAccount",
     bank_holder as "bankHolder", bank_swift as "bankSwift", scope_id as "scopeId" from customer where code = $1 and state = 'enabled'`,
)

/** Of an enabled customer: a fact of the document that pays them. */
export function payeeNamed(code: string | null): Statement<PayeeRow> {
  return payee(code)
}

export function readPayee([row]: readonly PayeeRow[]): Payee | null {
  return row ?? null
}
