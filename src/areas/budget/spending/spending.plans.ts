import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Leg, OpenReservation, Reservation } from '#kernel/engine/ledger/posting.ts'
import { type Amount, amountText } from '#kernel/base/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import type { Lock } from './encumbrance-lock.rules.ts'
import {
  closedBudgets,
  closedDays,
  missingRates,
  type EncumbranceMove,
  movesOf,
  type Encumbrance,
  restOf,
  type EncumbranceStep,
  varianceOf,
} from './encumbrance.rules.ts'
import { fundingOf, type SpendableBudget, type Spending } from './spending.rules.ts'
import { makeRecovery, makeSource } from '../budget-line/budget-made.server.ts'
import { credit, debit } from '../country-budget/line-plans.server.ts'

/** The act of a posting document; its journal has the same key. */
export interface SpendingDocument {
  readonly id: string
  readonly round: number
  readonly action: string
}

const insertEncumbrances = prepared(
  'budget.insert-encumbrances',
  `insert into budget_encumbrance (document_id, round, line_no, document_type, account_id, currency, document_currency, rate,
     amount, occ, document_amount, document_occ)
   select $1, $2, w.line, $3, w.account, w.currency, $4, w.rate, w.amount, w.amount, w.given, w.given
   from unnest($5::int[], $6::bigint[], $7::text[], $8::numeric[], $9::numeric[], $10::numeric[]) w (line, account, currency, rate, amount, given)`,
)

const moveEncumbrances = prepared(
  'budget.move-encumbrances',
  `select budget_move($1, $2, $3, $4::bigint[], $5::int[], $6::int[], $7::text[], $8::text[], $9::numeric[], $10::numeric[], $11::numeric[])`,
)

const insertLocks = prepared(
  'budget.lock-encumbrances',
  `select budget_lock($1, $2, $3::int[], $4::bigint[], $5::int[], $6::int[], $7::text[], $8::numeric[])`,
)

const resolveLocks = prepared('budget.unlock-encumbrances', `select budget_unlock($1, $2, $3)`)

/** Submit: Dr OCC / Cr AVL, one reservation per line with its rate, after `checkSpending`. */
export function occupy(
  by: Pick<SpendingDocument, 'id' | 'round'> & { readonly documentType: string },
  spending: Spending,
  budgets: readonly SpendableBudget[],
): Postings {
  const lines = fundingOf(spending, budgets).map((share, row) => {
    if (!share?.budget.rate) throw new Error(`line ${row} has no budget to spend`)
    return { ...share, rate: share.budget.rate, line: row + 1 }
  })
  const reserve = lines.map(({ budget, amount, documentAmount, rate, line }): Reservation => {
    const isSame = budget.currency === spending.currency
    const document = { amount: documentAmount, currency: spending.currency }
    return {
      line,
      ledger: budgetLedger.name,
      account: budget.account,
      bucket: 'occ',
      amount,
      currency: budget.currency,
      ...(isSame ? {} : { document: { ...document, rate: rate.rate, rateType: rate.type, rateDate: rate.date } }),
    }
  })
  const legs = reserve.flatMap(({ account, amount, currency, line }) => [
    debit(account, 'occ', amount, currency, { line }),
    credit(account, 'avl', amount, currency, { line }),
  ])
  const encumbrances = insertEncumbrances(
    by.id,
    by.round,
    by.documentType,
    spending.currency,
    lines.map(({ line }) => line),
    lines.map(({ budget }) => budget.account),
    lines.map(({ budget }) => budget.currency),
    lines.map(({ rate }) => rate.rate),
    lines.map(({ amount }) => amountText(amount)),
    lines.map(({ documentAmount }) => amountText(documentAmount)),
  )
  return { legs, reserve, writes: [encumbrances] }
}

/**
 * The last approval: Dr CMT / Cr OCC. Where less is approved (amounts by line, in the document's currency), the rest is
 * released: Dr AVL / Cr OCC.
 */
export function commit(
  by: SpendingDocument,
  encumbrances: readonly Encumbrance[],
  reservations: readonly OpenReservation[],
  approved?: ReadonlyMap<number, Amount>,
): Postings {
  const steps = reserved(by, encumbrances, reservations).flatMap((encumbrance): EncumbranceStep[] => {
    const whole = restOf(encumbrance, 'occ').amount
    const given = approved?.get(encumbrance.line) ?? whole
    const { line } = encumbrance
    return [
      { act: 'commit', encumbrance, amount: given, line },
      { act: 'release', encumbrance, amount: whole.minus(given), line },
    ]
  })
  return { ...moveOn(by, steps), resolve: reservations }
}

/** Reject, return, withdraw, terminate: Dr AVL / Cr OCC, all of it. */
export function release(
  by: SpendingDocument,
  encumbrances: readonly Encumbrance[],
  reservations: readonly OpenReservation[],
): Postings {
  const steps = reserved(by, encumbrances, reservations).map((encumbrance): EncumbranceStep => ({
    act: 'release',
    ...restOf(encumbrance, 'occ'),
    line: encumbrance.line,
  }))
  return { ...moveOn(by, steps), resolve: reservations }
}

/** The encumbrances of this round's open reservations. */
function reserved(
  { id, round }: SpendingDocument,
  encumbrances: readonly Encumbrance[],
  reservations: readonly OpenReservation[],
): readonly Encumbrance[] {
  const own = new Map(
    encumbrances.filter((each) => each.documentId === id && each.round === round).map((each) => [each.line, each]),
  )
  return reservations.map(({ document_line }) => {
    const encumbrance = own.get(document_line)
    if (!encumbrance) throw new Error(`line ${document_line} of document ${id} reserves what it does not occupy`)
    return encumbrance
  })
}

/** Several steps on encumbrances in one journal; the document's own locks are released. */
export function moveOn(by: SpendingDocument, steps: readonly EncumbranceStep[]): Postings {
  const moves = allowedMoves(steps)
  const legs = [...moves.flatMap(legsOfMove), ...moves.flatMap(varianceLegs)]
  return { legs, writes: writesOf(by, moves) }
}

/** The moves of steps that are all allowed now, or the refusal. */
export function allowedMoves(steps: readonly EncumbranceStep[]): readonly EncumbranceMove[] {
  const { moves, refusals } = movesOf(steps)
  const wrong = [...refusals, ...closedDays(steps), ...closedBudgets(steps), ...missingRates(moves)]
  if (wrong.length > 0) throw new Refused(wrong)
  return moves
}

/**
 * Submit of a follow-up document: it locks what it will take, and no budget moves (domain.md section 0), after
 * `checkLocks` or `checkStages`; its stages after approval release the locks themselves.
 */
export function lock({ id, round }: Pick<SpendingDocument, 'id' | 'round'>, locks: readonly Lock[]): Postings {
  const kept = locks.filter(({ amount }) => amount.gt(0))
  if (kept.length === 0) return { legs: [] }
  const locked = insertLocks(
    id,
    round,
    kept.map(({ line }) => line),
    kept.map(({ encumbrance }) => encumbrance.documentId),
    kept.map(({ encumbrance }) => encumbrance.round),
    kept.map(({ encumbrance }) => encumbrance.line),
    kept.map(({ stage }) => stage),
    kept.map(({ amount }) => amountText(amount)),
  )
  return { legs: [], writes: [...recoveryAccounts(kept), locked] }
}

/** Headquarters' recovery accounts of closed years. */
function recoveryAccounts(kept: readonly Lock[]): Statement[] {
  const missing = kept.filter(
    ({ stage, encumbrance }) => stage === 'exe' && encumbrance.closedMonth && !encumbrance.recovery,
  )
  const years = new Set(missing.map(({ encumbrance: { day, currency } }) => `${day?.slice(0, 4) ?? ''} ${currency}`))
  return [...years].flatMap((each) => {
    const [year, currency = ''] = each.split(' ')
    if (!year) throw new Error('what is recovered of a closed year is recovered on a day')
    return [makeSource(Number(year), currency), makeRecovery(Number(year), currency)]
  })
}

/** Reject, return, withdraw, terminate, and an approval that takes nothing: all locks are released. */
export function unlock({ id, round, action }: SpendingDocument): Postings {
  return { legs: [], writes: [resolveLocks(id, round, action)] }
}

export function legsOfMove(move: EncumbranceMove): Leg[] {
  const { encumbrance, from, to, amount, line } = move
  const { account, currency } = encumbrance
  if (amount.eq(0)) return []
  if (to === 'headquarters') return recoveryLegs(move)
  if (to === 'carried' || from === 'carried') throw new Error('what is carried over is posted with where it goes')
  const of = line === undefined ? {} : { line }
  return [debit(account, to, amount, currency, of), credit(account, from, amount, currency, of)]
}

/** Dr POOL.FXV (revalued) / Cr source: headquarters bears it, so that neither the line nor the pool's available amount changes. */
function varianceLegs(move: EncumbranceMove): Leg[] {
  const variance = varianceOf(move)
  if (variance.eq(0)) return []
  const { pool, source, currency, budgetCode } = move.encumbrance
  if (pool === null || source === null) throw new Error(`budget ${budgetCode} has no pool that bears its rates`)
  const of = { counter: 'revalued', ...(move.line === undefined ? {} : { line: move.line }) } as const
  return [debit(pool, 'fxv', variance, currency, of), credit(source, 'avl', variance, currency, of)]
}

/** A return is valued at its day's rate. */
function recoveryLegs({
  encumbrance: { recovery, currency, budgetCode },
  amount,
  booked,
  line,
}: EncumbranceMove): Leg[] {
  if (!recovery) throw new Error(`nobody keeps what is recovered of budget ${budgetCode}`)
  const value = booked ?? amount
  const of = line === undefined ? {} : { line }
  return [
    debit(recovery.account, 'avl', value, currency, { counter: 'granted', ...of }),
    credit(recovery.source, 'avl', value, currency, { counter: 'revalued', ...of }),
  ]
}

export function writesOf({ id, round, action }: SpendingDocument, moves: readonly EncumbranceMove[]): Statement[] {
  if (moves.length === 0) return [resolveLocks(id, round, action)]
  return [
    moveEncumbrances(
      id,
      round,
      action,
      moves.map(({ encumbrance }) => encumbrance.documentId),
      moves.map(({ encumbrance }) => encumbrance.round),
      moves.map(({ encumbrance }) => encumbrance.line),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ amount }) => amountText(amount)),
      moves.map(({ given }) => amountText(given)),
      moves.map(({ booked }) => (booked ? amountText(booked) : null)),
    ),
  ]
}
