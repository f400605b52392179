import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import type { FundsAccount, FundsKey } from '../account/funds-account.ts'
import { fundsErrors } from '../funds.errors.ts'

// A customer's receivables, item by item (domain.md 2.11): changed only by documents, never below zero.

export type ItemKind = 'invoice' | 'debitNote' | 'creditMemo' | 'receipt'

/** The bearer of the reduction of a receivable: a scheme's money, the customer's rebate, a note, or a loss. */
export type Cause = 'scheme' | 'rebate' | 'note' | 'loss'

/** A current item. */
export interface OpenItem extends FundsKey {
  readonly id: string
  readonly no: string
  readonly externalNo: string | null
  readonly kind: ItemKind
  readonly issuedOn: string
  readonly dueOn: string
  readonly original: Amount
  readonly open: Amount
  /** By documents in approval. */
  readonly locked: Amount
  /** The customer's account, and its clearing accounts. */
  readonly account: string
  readonly control: string
  readonly loss: string
}

/** A part of an item taken by a line of a document. */
export interface ItemTake {
  readonly item: OpenItem
  readonly amount: Amount
  /** Line of the document, from 1. */
  readonly line: number
  /** From what this line locked before; otherwise from the unlocked part. */
  readonly isLocked?: boolean
}

/** A line's lock on an item. */
export interface LockedItem {
  readonly item: OpenItem
  readonly line: number
  readonly amount: Amount
}

export interface Decrease extends ItemTake {
  readonly cause: Cause
}

/** A part of an item that moves to another customer. */
export interface ItemMove extends ItemTake {
  readonly toCustomerCode: string
}

/** A note made by a document: a debit note, or a credit memo. */
export interface ReceivableNote extends FundsKey {
  readonly amount: Amount
  readonly line: number
  readonly issuedOn: string
  readonly dueOn: string
}

/** The part of a credit memo that is offset against an item at once; the rest stays open. */
export interface CreditMemo extends ReceivableNote {
  readonly against?: ItemTake
}

/** A receivable paid by the customer's own rebate. */
export interface RebateOffset extends ItemTake {
  /** Their rebate account, and its clearing account. */
  readonly rebate: FundsAccount
  readonly clearing: FundsAccount
}

/** The part of an item that no document in approval has locked. */
export function freeOf({ open, locked }: Pick<OpenItem, 'open' | 'locked'>): Amount {
  return open.minus(locked)
}

export function isOwed({ kind }: Pick<OpenItem, 'kind'>): boolean {
  return kind === 'invoice' || kind === 'debitNote'
}

/** All refusals of taking items: only receivables, never more than is open and free. */
export function checkItemTakes(takes: readonly ItemTake[]): Refusal[] {
  const left = new Map<string, Amount>()
  return takes.flatMap(({ item, amount, line, isLocked }) => {
    const at = { field: 'amount', row: line - 1 }
    if (!isOwed(item)) return [fundsErrors.notOwed({ no: item.no }, at)]
    // The line's own lock counts as available for it.
    if (isLocked) return amount.lte(item.locked) ? [] : [exceeds(item, amount, item.locked, at)]
    const rest = left.get(item.id) ?? freeOf(item)
    left.set(item.id, rest.minus(amount))
    return amount.lte(rest) ? [] : [exceeds(item, amount, rest, at)]
  })
}

/** B6, and that moves take no more than is available, together with what else the document takes of the same items. */
export function checkItemMoves(moves: readonly ItemMove[], others: readonly ItemTake[] = []): Refusal[] {
  const same = moves.flatMap(({ item, toCustomerCode, line }) =>
    item.customerCode === toCustomerCode
      ? [fundsErrors.sameCustomer({ customer: toCustomerCode }, { field: 'toCustomerCode', row: line - 1 })]
      : [],
  )
  return [...same, ...checkItemTakes([...others, ...moves])]
}

function exceeds(item: OpenItem, amount: Amount, rest: Amount, at: { field: string; row: number }): Refusal {
  const open = amountText(rest.gt(0) ? rest : zero)
  return fundsErrors.exceedsOpen({ no: item.no, amount: amountText(amount), open, currency: item.currency }, at)
}
