/**
 * The public interface of this area: how documents move a customer's funds and receivables. A document reads
 * `fundsAccounts` (at an approval `fundsAccountsNamedBy`) and the items and lines it names, is refused by the checks,
 * and its plans are the effects.
 */
export { accountOf, type FundsDocument, type FundsAccount, seesFunds } from './account/funds-account.ts'
export { checkCredits, creditable, type InvoiceLine, type InvoiceNote, type NoteLine } from './invoice/invoice.rules.ts'
export { type FrozenRebate, type RebateTake, upToSpendable } from './rebate/rebate.rules.ts'
export type { LockedItem, OpenItem } from './receivable/receivable.rules.ts'
export { fundsAccounts, readFundsAccounts } from './account/funds-accounts.facts.ts'
export { together } from './account/funds-posting.server.ts'
export { linesOfInvoices, lockedInvoiceLines, readInvoiceLines } from './invoice/invoice.facts.ts'
export { issueCreditNote, issueDebitNote, lockInvoiceLines, unlockInvoiceLines } from './invoice/invoice.plans.ts'
export { frozenRebate, readFrozenRebate } from './rebate/rebate.facts.ts'
export { consumeFrozen, creditRebate, freezeRebate, unfreeze } from './rebate/rebate.plans.ts'
export { lockedItems, openItemsByNo, readLockedItems, readOpenItems } from './receivable/receivable.facts.ts'
export {
  creditMemo,
  debitNote,
  decreaseReceivable,
  increaseReceivable,
  lockItems,
  moveReceivable,
  unlockItems,
} from './receivable/receivable.plans.ts'

// Facts for a document's submit and approval.

export { checkInvoiceLocks, taxesOf } from './invoice/invoice.rules.ts'
export { checkRebateTakes } from './rebate/rebate.rules.ts'
export { checkItemMoves, isOwed } from './receivable/receivable.rules.ts'
export { fundsAccountsNamedBy } from './account/funds-accounts.facts.ts'
export { openItemsNamedBy } from './receivable/receivable.facts.ts'
