/**
 * All that other areas may call of this one: how their documents move what a customer has and owes. A document reads `fundsAccounts` (at an
 * approval `fundsAccountsNamedBy`) and what it names of items and lines, is refused by the checks, and its plans are the effects.
 */
export { accountOf, type By, clearingOf, type FundsAccount, type FundsKey, type Reader } from './funds-account.ts'
export { checkCredits, creditable, type InvoiceLine, type InvoiceNote, type NoteLine } from './invoice.rules.ts'
export { type FrozenRebate, type RebateCredit, type RebateTake, type TaxMode, upToSpendable } from './rebate.rules.ts'
export type {
  Cause,
  CreditMemo,
  Decrease,
  ItemMove,
  ItemTake,
  LockedItem,
  OpenItem,
  ReceivableNote,
  RebateOffset,
} from './receivable.rules.ts'
export { fundsAccounts, readFundsAccounts } from './server/funds-accounts.facts.ts'
export { together } from './server/funds-posting.ts'
export { invoiceLines, linesOfInvoices, lockedInvoiceLines, readInvoiceLines } from './server/invoice.facts.ts'
export { issueCreditNote, issueDebitNote, lockInvoiceLines, unlockInvoiceLines } from './server/invoice.plans.ts'
export { frozenRebate, readFrozenRebate } from './server/rebate.facts.ts'
export { consumeFrozen, creditRebate, freezeRebate, unfreeze } from './server/rebate.plans.ts'
export { lockedItems, openItems, openItemsByNo, readLockedItems, readOpenItems } from './server/receivable.facts.ts'
export {
  creditMemo,
  debitNote,
  decreaseReceivable,
  increaseReceivable,
  lockItems,
  moveReceivable,
  offsetByRebate,
  unlockItems,
} from './server/receivable.plans.ts'

// What documents ask at their submit and read at their approval.

/** @public For the documents of schemes. */
export { checkInvoiceLocks, taxesOf } from './invoice.rules.ts'
/** @public For the documents of schemes. */
export { checkRebateTakes } from './rebate.rules.ts'
/** @public For the documents of schemes. */
export { checkItemMoves, checkItemTakes, freeOf, isOwed } from './receivable.rules.ts'
/** @public For the documents of schemes. */
export { fundsAccountsNamedBy } from './server/funds-accounts.facts.ts'
/** @public For the documents of schemes. */
export { openItemsNamedBy } from './server/receivable.facts.ts'
