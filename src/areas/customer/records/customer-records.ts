import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { customer } from './customer.record.ts'
import { customerAddress } from './customer-address.record.ts'
import { customerTradeTerm } from './customer-trade-term.record.ts'
import { sellerInformation } from './seller-information.record.ts'
import { tradeTerm } from './trade-term.record.ts'

/** In menu order. */
export const records: readonly AnyRecord[] = [
  customer,
  customerAddress,
  customerTradeTerm,
  tradeTerm,
  sellerInformation,
]
