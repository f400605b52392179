import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why customer funds refuse; the rule ids are those of the domain model. */
export const fundsErrors = defineErrors('funds', {
  // A customer, or their account with an operating unit, that is missing or out of the reader's scope.
  customerUnknown: { status: 400, params: ['customer', 'unit', 'currency'] },
  // Rebates (domain.md section 4)
  exceedsRebate: { status: 400, params: ['amount', 'available', 'currency'] },
  exceedsFrozen: { status: 400, params: ['amount', 'frozen', 'currency'] },
  rebateEnded: { status: 400, params: ['day'] },
  // Receivables (2.11): never more than is open, never into another currency, never to the same customer (B6)
  exceedsOpen: { status: 400, params: ['no', 'amount', 'open', 'currency'] },
  notOwed: { status: 400, params: ['no'] },
  sameCustomer: { status: 400, params: ['customer'] },
  otherCurrency: { status: 400, params: ['no', 'currency', 'expected'] },
  // Invoices (2.14)
  exceedsQuantity: { status: 400, params: ['no', 'line', 'quantity', 'left'] },
  exceedsNet: { status: 400, params: ['no', 'line', 'amount', 'left', 'currency'] },
  lineLocked: { status: 409, params: ['no', 'line', 'by'] },
  noteOfNote: { status: 400, params: ['no'] },
  mixedInvoices: { status: 400, params: ['no', 'other'] },
})
