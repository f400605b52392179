import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import type { FundsAccount, FundsKey } from '../account/funds-account.ts'
import { fundsErrors } from '../funds.errors.ts'

// What a customer owes, item by item (domain.md 2.11): never changed but by documents, never below nothing.

export type ItemKind = 'invoice' | 'debitNote' | 'creditMemo' | 'receipt'

/** What bears that a receivable goes down: a scheme's money, the customer's rebate, a note, or a loss. */
export type Cause = 'scheme' | 'rebate' | 'note' | 'loss'

/** An item as it stands. */
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
  /** The customer's account, and those that clear it. */
  readonly account: string
  readonly control: string
  readonly loss: string
}

/** A part of an item that a line of a document takes. */
export interface ItemTake {
  readonly item: OpenItem
  readonly amount: Amount
  /** Line of the document, from 1. */
  readonly line: number
  /** Out of what this line locked before; otherwise of what nobody locked. */
  readonly isLocked?: boolean
}

/** What a line of a document has locked of an item. */
export interface LockedItem {
  readonly item: OpenItem
  readonly line: number
  readonly amount: Amount
}

export interface Decrease extends ItemTake {
  readonly cause: Cause
}

/** A part of an item that another customer is to owe from now on. */
export interface ItemMove extends ItemTake {
  readonly toCustomerCode: string
}

/** A note that a document makes: something more to pay, or something to be set against what is to be paid. */
export interface ReceivableNote extends FundsKey {
  readonly amount: Amount
  readonly line: number
  readonly issuedOn: string
  readonly dueOn: string
}

/** A credit memo goes against this part of an item at once; what is over stays open. */
export interface CreditMemo extends ReceivableNote {
  readonly against?: ItemTake
}

/** A receivable that the customer's own rebate pays. */
export interface RebateOffset extends ItemTake {
  /** His rebate account, and the one that clears it. */
  readonly rebate: FundsAccount
  readonly clearing: FundsAccount
}

/** What of an item no document has in approval. */
export function freeOf({ open, locked }: Pick<OpenItem, 'open' | 'locked'>): Amount {
  return open.minus(locked)
}

export function isOwed({ kind }: Pick<OpenItem, 'kind'>): boolean {
  return kind === 'invoice' || kind === 'debitNote'
}

/** All reasons to refuse that a document takes this of items: only what is owed, never more than is open and free. */
export function checkItemTakes(takes: readonly ItemTake[]): Refusal[] {
  const left = new Map<string, Amount>()
  return takes.flatMap(({ item, amount, line, isLocked }) => {
    const at = { field: 'amount', row: line - 1 }
    if (!isOwed(item)) return [fundsErrors.notOwed({ no: item.no }, at)]
    // What this line locked itself is there for it: the lock is held against all others.
    if (isLocked) return amount.lte(item.locked) ? [] : [exceeds(item, amount, item.locked, at)]
    const rest = left.get(item.id) ?? freeOf(item)
    left.set(item.id, rest.minus(amount))
    return amount.lte(rest) ? [] : [exceeds(item, amount, rest, at)]
  })
}

/** B6, and that moves take no more than is there, beside what else the document takes of the same items. */
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
