import { namedRows } from '#kernel/engine/document/named-rows.ts'
import { customerReference } from '../references.facade.ts'

/** The payee of a document, from the customer's record: documents never contain bank data. */
export interface Payee {
  readonly code: string
  readonly isEnabled: boolean
  /** A channel of the same area. */
  readonly channelCode: string | null
  readonly operatingUnitCode: string | null
  readonly taxNo: string | null
  readonly bankName: string | null
  readonly bankAccount: string | null
  readonly bankHolder: string | null
}

export const namedPayees = namedRows<Payee>(customerReference, {
  name: 'customer.payee',
  columns: {
    channelCode: '(select x.channel_code from channel_customer x where x.code = r.code)',
    operatingUnitCode: 'r.operating_unit_code',
    taxNo: 'r.tax_no',
    bankName: 'r.bank_name',
    bankAccount: 'r.bank_account',
    bankHolder: 'r.bank_holder',
  },
  isOnlyInUse: true,
})
