import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why customer funds refuse; the rule ids are those of the domain model. */
export const fundsErrors = defineErrors('funds', {
  // A customer, or their account with an operating unit, that is not there or not the reader's.
  customerUnknown: ['customer', 'unit', 'currency'],
  // Rebates (domain.md section 4)
  exceedsRebate: ['amount', 'available', 'currency'],
  exceedsFrozen: ['amount', 'frozen', 'currency'],
  rebateEnded: ['day'],
  // Receivables (2.11): never more than is open, never into another currency, never to oneself (B6)
  exceedsOpen: ['no', 'amount', 'open', 'currency'],
  notOwed: ['no'],
  sameCustomer: ['customer'],
  otherCurrency: ['no', 'currency', 'expected'],
  // Invoices (2.14)
  exceedsQuantity: ['no', 'line', 'quantity', 'left'],
  exceedsNet: ['no', 'line', 'amount', 'left', 'currency'],
  lineLocked: { status: 409, params: ['no', 'line', 'by'] },
  noteOfNote: ['no'],
  mixedInvoices: ['no', 'other'],
  // Statements of an account
  statementBackwards: ['from', 'to'],
  statementTooLong: ['days'],
  statementTooMany: ['most'],
})
