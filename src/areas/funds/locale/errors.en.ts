import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { fundsErrors } from '../funds.errors.ts'

/** Texts of refused fund movements, in English. Only the server uses them, so no page loads them. */
export const errors = {
  customerUnknown: 'Customer {customer} does not exist at {unit} in {currency}, or is outside your scope',
  exceedsRebate: 'The rebate balance has {available} {currency} to spend: {amount} is more',
  exceedsFrozen: 'Only {frozen} {currency} of the rebate is frozen: {amount} is more',
  rebateEnded: 'The rebate would have ended on {day}, before it is credited',
  exceedsOpen: '{no} has {open} {currency} open that no other document holds: {amount} is more',
  notOwed: '{no} is a credit: only invoices and debit notes can be lowered or moved',
  sameCustomer: 'Transfer-in and transfer-out customers cannot be the same: {customer}',
  otherCurrency: '{no} is in {currency}, not in {expected}',
  exceedsQuantity: 'Line {line} of invoice {no} has {left} units that are not credited yet: {quantity} is more',
  exceedsNet: 'Line {line} of invoice {no} has {left} {currency} that are not credited yet: {amount} is more',
  lineLocked: 'Line {line} of invoice {no} is held by {by}, which is in approval',
  noteOfNote: '{no} is a note itself: only an invoice can be credited',
  mixedInvoices: 'One note is for one invoice: {no} and {other} need two',
  statementBackwards: 'The period ends on {to}, before it begins on {from}',
  statementTooLong: 'A statement covers {days} days at most: choose a shorter period',
  statementTooMany: 'More than {most} postings are in this period: choose a shorter one',
} satisfies ErrorTexts<typeof fundsErrors>
