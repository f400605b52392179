import type { AccountRow } from '#kernel/engine/ledger/accounts.ts'
import type { Leg } from '#kernel/engine/ledger/posting.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'

/** The postings of one decision of a batch: now, where it is the last of its document, or later. */
export interface PlannedItem {
  readonly key: string
  readonly isFinal: boolean
  readonly legs: readonly Leg[]
}

export interface BucketChange {
  readonly bucket: string
  readonly before: string
  /** Change by this batch. */
  readonly change: string
  readonly after: string
  /** Change by documents of the batch whose last approval is still to come. */
  readonly later: string
}

export interface AccountChange {
  readonly ledger: string
  readonly account: string
  readonly currency: string
  readonly buckets: readonly BucketChange[]
  /** The decisions that touch it, in order. */
  readonly items: readonly string[]
}

export interface Shortage {
  readonly key: string
  readonly ledger: string
  readonly account: string
  readonly bucket: string
  readonly currency: string
  readonly missing: string
}

export interface CombinedEffect {
  readonly accounts: readonly AccountChange[]
  /** Decisions that would find too little money, if made in the given order. */
  readonly shortages: readonly Shortage[]
}

interface Book {
  readonly row: AccountRow
  readonly ledger: string
  readonly change: Map<string, Amount>
  readonly later: Map<string, Amount>
  readonly items: string[]
}

export function bookKey(leg: Pick<Leg, 'ledger' | 'account'>): string {
  return `${leg.ledger} ${leg.account}`
}

/**
 * Applies the decisions in order to the current accounts: as in the ledger, a decision that takes a bucket below zero
 * without permission posts nothing, and one that improves a bucket is never refused.
 */
export function combinedEffect(
  items: readonly PlannedItem[],
  accounts: ReadonlyMap<string, AccountRow>,
): CombinedEffect {
  const books = new Map<string, Book>()
  const shortages: Shortage[] = []
  for (const item of items) {
    const moves = movesOf(item.legs)
    const short = item.isFinal ? shortageOf(item.key, moves, books, accounts) : null
    if (short) {
      shortages.push(short)
      continue
    }
    for (const move of moves) {
      const book = bookOf(books, accounts, move)
      if (!book) continue
      const sums = item.isFinal ? book.change : book.later
      sums.set(move.bucket, (sums.get(move.bucket) ?? zero).plus(move.amount))
      if (!book.items.includes(item.key)) book.items.push(item.key)
    }
  }
  return { accounts: [...books.values()].map(accountChange), shortages }
}

type Move = Pick<Leg, 'ledger' | 'account' | 'bucket' | 'amount'>

/** One sum for each bucket of each account, because a journal is posted as a whole. */
function movesOf(legs: readonly Leg[]): readonly Move[] {
  const moves = new Map<string, Move>()
  for (const { ledger, account, bucket, amount: value } of legs) {
    const key = `${ledger} ${account} ${bucket}`
    const known = moves.get(key)
    moves.set(key, { ledger, account, bucket, amount: (known?.amount ?? zero).plus(value) })
  }
  return [...moves.values()]
}

function bookOf(
  books: Map<string, Book>,
  accounts: ReadonlyMap<string, AccountRow>,
  move: Pick<Leg, 'ledger' | 'account'>,
): Book | undefined {
  const key = bookKey(move)
  const known = books.get(key)
  const row = accounts.get(key)
  if (known || !row) return known
  const book: Book = { row, ledger: move.ledger, change: new Map(), later: new Map(), items: [] }
  books.set(key, book)
  return book
}

function shortageOf(
  key: string,
  moves: readonly Move[],
  books: ReadonlyMap<string, Book>,
  accounts: ReadonlyMap<string, AccountRow>,
): Shortage | null {
  for (const move of moves) {
    const row = accounts.get(bookKey(move))
    if (!row || row.mode !== 'absolute' || !move.amount.lt(0)) continue
    const changed = books.get(bookKey(move))?.change.get(move.bucket) ?? zero
    const left = amount(row[move.bucket] ?? '0')
      .plus(changed)
      .plus(move.amount)
    if (!left.lt(0)) continue
    const { ledger, account, bucket } = move
    return { key, ledger, account, bucket, currency: row.currency, missing: amountText(left.abs()) }
  }
  return null
}

function accountChange({ row, ledger, change, later, items }: Book): AccountChange {
  const buckets = [...new Set([...change.keys(), ...later.keys()])].map((bucket): BucketChange => {
    const before = amount(row[bucket] ?? '0')
    const by = change.get(bucket) ?? zero
    const after = before.plus(by)
    const texts = { before: amountText(before), change: amountText(by), after: amountText(after) }
    return { bucket, ...texts, later: amountText(later.get(bucket) ?? zero) }
  })
  const moved = buckets.filter((bucket) => bucket.change !== '0.00' || bucket.later !== '0.00')
  return { ledger, account: row.id, currency: row.currency, buckets: moved, items }
}
