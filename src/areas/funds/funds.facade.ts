/**
 * All that other areas may call of this one: how their documents move what a customer has and owes. A document reads `fundsAccounts` (at an
 * approval `fundsAccountsNamedBy`) and what it names of items and lines, is refused by the checks, and its plans are the effects.
 */
export { accountOf, type FundsDocument, type FundsAccount, seesFunds } from './funds-account.ts'
export { checkCredits, creditable, type InvoiceLine, type InvoiceNote, type NoteLine } from './invoice.rules.ts'
export { type FrozenRebate, type RebateTake, upToSpendable } from './rebate.rules.ts'
export type { LockedItem, OpenItem } from './receivable.rules.ts'
export { fundsAccounts, readFundsAccounts } from './server/funds-accounts.facts.ts'
export { together } from './server/funds-posting.ts'
export { linesOfInvoices, lockedInvoiceLines, readInvoiceLines } from './server/invoice.facts.ts'
export { issueCreditNote, issueDebitNote, lockInvoiceLines, unlockInvoiceLines } from './server/invoice.plans.ts'
export { frozenRebate, readFrozenRebate } from './server/rebate.facts.ts'
export { consumeFrozen, creditRebate, freezeRebate, unfreeze } from './server/rebate.plans.ts'
export { lockedItems, openItemsByNo, readLockedItems, readOpenItems } from './server/receivable.facts.ts'
export {
  creditMemo,
  debitNote,
  decreaseReceivable,
  increaseReceivable,
  lockItems,
  moveReceivable,
  unlockItems,
} from './server/receivable.plans.ts'

// What documents ask at their submit and read at their approval.

export { checkInvoiceLocks, taxesOf } from './invoice.rules.ts'
export { checkRebateTakes } from './rebate.rules.ts'
export { checkItemMoves, isOwed } from './receivable.rules.ts'
export { fundsAccountsNamedBy } from './server/funds-accounts.facts.ts'
export { openItemsNamedBy } from './server/receivable.facts.ts'
