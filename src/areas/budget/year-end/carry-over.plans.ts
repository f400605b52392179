import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Leg, OpenReservation, Reservation } from '#kernel/engine/ledger/posting.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import {
  carriedAmount,
  type Carried,
  type Carry,
  chargedAmount,
  checkCarryBack,
  checkStillCarried,
  type NextBudget,
  stepsIntoOldYear,
  stepsOfCarries,
  stepsOutOfNewYear,
} from './carry-over.rules.ts'
import { type EncumbranceMove, type Encumbrance, restOf, type EncumbranceStep } from '../spending/encumbrance.rules.ts'
import { makeSource } from '../budget-line/budget-made.server.ts'
import { credit, debit, open } from '../country-budget/line-plans.server.ts'
import { planNextPool, planNextYear } from '../year-end-cockpit/next-year.server.ts'
import { allowedMoves, type SpendingDocument, legsOfMove, lock, writesOf } from '../spending/spending.plans.ts'

// The year-end carry-over (domain.md section 2.10): what leaves the old year enters the new one in the same journal.

type CarryBy = SpendingDocument & { readonly documentType: string }

const claim = prepared(
  'budget.claim-carry-over',
  `insert into budget_carry_over (document_id, round, line_no, origin_document_id, origin_round, origin_line_no, stage, option, document_amount)
   select $1, $2, w.* from unnest($3::int[], $4::bigint[], $5::int[], $6::int[], $7::text[], $8::text[], $9::numeric[])
     w (line, document, round, origin_line, stage, option, amount)`,
)
const giveBack = prepared(
  'budget.give-back-carry-over',
  `update budget_carry_over set given_back_by = $3 where document_id = $1 and round = $2 and given_back_by is null`,
)
/** A carry-over is undone once. */
const takeBackOnce = prepared(
  'budget.take-back-carry-over',
  `with touched as (update budget_carry_over c set given_back_by = $1 from unnest($2::bigint[], $3::int[], $4::text[]) w (document, line, stage)
     where c.document_id = w.document and c.line_no = w.line and c.stage = w.stage and c.given_back_by is null returning 1)
   select must_touch((select count(*) from touched), cardinality($2::bigint[]))`,
)

const insertCharged = prepared(
  'budget.insert-charged',
  `insert into budget_encumbrance (document_id, round, line_no, document_type, account_id, currency, document_currency, rate, amount, occ,
     document_amount, document_occ, origin_document_id, origin_round, origin_line_no, origin_year)
   select $1, $2, w.line, $3, w.account, o.currency, o.document_currency, w.rate, w.amount, w.amount, w.given, w.given,
     o.document_id, o.round, o.line_no, coalesce(o.origin_year, l.year)
   from unnest($4::int[], $5::bigint[], $6::numeric[], $7::numeric[], $8::numeric[], $9::bigint[], $10::int[], $11::int[])
     w (line, account, rate, amount, given, document, round, origin_line)
   join budget_encumbrance o on o.document_id = w.document and o.round = w.round and o.line_no = w.origin_line
   join budget_line l on l.id = o.account_id`,
)

const carryIn = prepared(
  'budget.carry-in',
  `select budget_carry_in($1, $2, $3, $4, $5::int[], $6::bigint[], $7::bigint[], $8::int[], $9::int[], $10::text[], $11::numeric[], $12::numeric[])`,
)

/**
 * Submit: everything open is locked and claimed, so that it is carried once; target budgets are planned. Amounts
 * charged to the new year are occupied there at once (C2): Dr new.OCC / Cr new.AVL. After `checkCarries`.
 */
export function carry(by: Omit<CarryBy, 'action'>, carries: readonly Carry[]): Postings {
  const kept = lock(
    by,
    carries.map((each) => ({ ...each, amount: carriedAmount(each) })),
  )
  const charged = carries.filter(({ option }) => option === 'newBudget')
  const reserve = charged.map(reservationOf)
  const legs = reserve.flatMap(({ account, amount, currency, line }) => [
    debit(account, 'occ', amount, currency, { line }),
    credit(account, 'avl', amount, currency, { line }),
  ])
  const writes = [
    ...plansOfNextYear(carries),
    // Before the claims: a second document waits here, reads again, and is refused with the first one's number.
    ...(kept.writes ?? []),
    claim(by.id, by.round, ...claimsOf(carries)),
    ...(charged.length > 0 ? [insertCharged(by.id, by.round, by.documentType, ...chargesOf(charged))] : []),
  ]
  return { legs, reserve, writes }
}

function claimsOf(carries: readonly Carry[]) {
  return [
    carries.map(({ line }) => line),
    carries.map(({ encumbrance }) => encumbrance.documentId),
    carries.map(({ encumbrance }) => encumbrance.round),
    carries.map(({ encumbrance }) => encumbrance.line),
    carries.map(({ stage }) => stage),
    carries.map(({ option }) => option),
    carries.map((each) => amountText(carriedAmount(each))),
  ] as const
}

function chargesOf(charged: readonly Carry[]) {
  return [
    charged.map(({ line }) => line),
    charged.map((each) => nextOf(each).account),
    charged.map((each) => nextOf(each).rate?.rate ?? '1'),
    charged.map((each) => amountText(chargeOf(each))),
    charged.map((each) => amountText(carriedAmount(each))),
    charged.map(({ encumbrance }) => encumbrance.documentId),
    charged.map(({ encumbrance }) => encumbrance.round),
    charged.map(({ encumbrance }) => encumbrance.line),
  ] as const
}

function nextOf({ encumbrance, line }: Carry): NextBudget {
  if (!encumbrance.next) throw new Error(`line ${line} of the carry-over leads nowhere`)
  return encumbrance.next
}

function chargeOf(each: Carry) {
  const amount = chargedAmount(each)
  if (!amount) throw new Error(`line ${each.line} of the carry-over has no rate`)
  return amount
}

function reservationOf(each: Carry): Reservation {
  const { currency, documentCurrency } = each.encumbrance
  const { account, rate } = nextOf(each)
  const isSame = currency === documentCurrency || !rate
  const document = { amount: carriedAmount(each), currency: documentCurrency }
  return {
    line: each.line,
    ledger: budgetLedger.name,
    account,
    bucket: 'occ',
    amount: chargeOf(each),
    currency,
    ...(isSame ? {} : { document: { ...document, rate: rate.rate, rateType: rate.type, rateDate: rate.date } }),
  }
}

const staysInBudget = ({ option }: Pick<Carry, 'option'>) => option === 'withBudget' || option === 'accrual'

/** The budgets of the next year, funding parents first; and the pools that bear exchange rate differences. */
function plansOfNextYear(carries: readonly Carry[]): Statement[] {
  const moving = carries.filter(({ option }) => option !== 'release').map(({ encumbrance }) => encumbrance)
  const years = new Set(moving.map(({ year, currency }) => `${year + 1} ${currency}`))
  const pools = [...new Set(moving.flatMap(({ pool }) => pool ?? []))]
  const byArea = Map.groupBy(carries.filter(staysInBudget), ({ encumbrance }) => encumbrance.areaId)
  return [
    ...(pools.length > 0 ? [planNextPool(pools)] : []),
    ...[...years].map((each) => {
      const [year, currency] = each.split(' ')
      return makeSource(Number(year), currency)
    }),
    ...[...byArea].flatMap(([area, some]) => {
      const codes = [...new Set(some.map(({ encumbrance }) => encumbrance.budgetCode))]
      return [planNextYear(codes, area, true), planNextYear(codes, area, false)]
    }),
  ]
}

/**
 * The last approval. C1: Cr old.CMT (carried out +), Dr new.CMT (carried in +); A: the same of ACR, which stays the
 * expense of its year; C2: Dr old.AVL / Cr old.CMT, Dr new.CMT / Cr new.OCC; C3: Dr old.AVL / Cr old.CMT or ACR.
 * `encumbrances`: the document's own, of the new year.
 */
export function carryOver(
  by: CarryBy,
  carries: readonly Carry[],
  encumbrances: readonly Encumbrance[],
  reservations: readonly OpenReservation[],
): Postings {
  const wrong = checkStillCarried(carries)
  if (wrong.length > 0) throw new Refused(wrong)
  const reserved = new Set(reservations.map(({ document_line }) => document_line))
  const own = encumbrances.filter((each) => each.documentId === by.id && each.round === by.round)
  const committed = own
    .filter(({ line }) => reserved.has(line))
    .map((each): EncumbranceStep => ({ act: 'commit', ...restOf(each, 'occ'), line: each.line }))
  const moves = allowedMoves([...stepsOfCarries(carries), ...committed])
  const targets = new Map(carries.map((each) => [each.line, each.encumbrance.next?.account]))
  const targetOf = ({ line }: EncumbranceMove): string => {
    const account = targets.get(line ?? 0)
    if (account === undefined) throw new Error(`line ${line} of the carry-over leads nowhere`)
    return account
  }
  const carried = moves.filter(({ to }) => to === 'carried')
  return {
    legs: moves.flatMap((move) => (move.to === 'carried' ? carriedLegs(move, targetOf(move)) : legsOfMove(move))),
    resolve: reservations,
    writes: [
      ...writesOf(by, moves),
      ...(carried.length > 0 ? [comingIn(by, carried, carried.map(targetOf))] : []),
      ...openCarried(carries),
    ],
  }
}

function carriedLegs(
  { encumbrance: { account, currency }, from, amount, line }: EncumbranceMove,
  target: string,
): Leg[] {
  if (from === 'carried') throw new Error('what was carried is carried from where it is now')
  const of = line === undefined ? {} : { line }
  return [
    debit(target, from, amount, currency, { counter: 'carried_in', ...of }),
    credit(account, from, amount, currency, { counter: 'carried_out', ...of }),
  ]
}

function comingIn(by: CarryBy, carried: readonly EncumbranceMove[], accounts: readonly string[]): Statement {
  return carryIn(
    by.id,
    by.round,
    by.action,
    by.documentType,
    carried.map(({ line }) => line ?? null),
    accounts,
    carried.map(({ encumbrance }) => encumbrance.documentId),
    carried.map(({ encumbrance }) => encumbrance.round),
    carried.map(({ encumbrance }) => encumbrance.line),
    carried.map(({ from }) => from),
    carried.map(({ amount }) => amountText(amount)),
    carried.map(({ given }) => amountText(given)),
  )
}

/** Activates the target budgets. */
function openCarried(carries: readonly Carry[]): Statement[] {
  const accounts = carries.filter(staysInBudget).flatMap(({ encumbrance }) => encumbrance.next ?? [])
  return accounts.length > 0 ? [open(accounts)] : []
}

/** Reject, return, withdraw, terminate: nothing moved, and the new year's occupied amount is released. */
export function dropCarry(
  by: SpendingDocument,
  encumbrances: readonly Encumbrance[],
  reservations: readonly OpenReservation[],
): Postings {
  const reserved = new Set(reservations.map(({ document_line }) => document_line))
  const steps = encumbrances
    .filter((each) => each.documentId === by.id && each.round === by.round && reserved.has(each.line))
    .map((each): EncumbranceStep => ({ act: 'release', ...restOf(each, 'occ'), line: each.line }))
  const moves = allowedMoves(steps)
  return {
    legs: moves.flatMap(legsOfMove),
    resolve: reservations,
    writes: [...writesOf(by, moves), giveBack(by.id, by.round, by.action)],
  }
}

/** Undoes all of it in one journal: the carry-over's postings reversed, after `checkCarryBack`. */
export function carryBack(by: SpendingDocument, carried: readonly Carried[], carryOverId: string): Postings {
  const wrong = checkCarryBack(carried)
  if (wrong.length > 0) throw new Refused(wrong)
  const out = allowedMoves(stepsOutOfNewYear(carried))
  const back = allowedMoves(stepsIntoOldYear(carried))
  const legs = [...out, ...back].flatMap((move) =>
    move.to === 'carried' || move.from === 'carried' ? broughtBackLegs(move) : legsOfMove(move),
  )
  const done = takeBackOnce(
    by.id,
    carried.map(() => carryOverId),
    carried.map(({ line }) => line),
    carried.map(({ stage }) => stage),
  )
  return { legs, writes: [done, ...writesOf(by, [...out, ...back])] }
}

/** Cr new (carried in −), and Dr old (carried out −). */
function broughtBackLegs({ encumbrance: { account, currency }, from, to, amount, line }: EncumbranceMove): Leg[] {
  const of = line === undefined ? {} : { line }
  if (from !== 'carried') return [credit(account, from, amount, currency, { counter: 'carried_in', ...of })]
  if (to === 'headquarters' || to === 'carried') throw new Error('what was carried comes back into its stage')
  return [debit(account, to, amount, currency, { counter: 'carried_out', ...of })]
}
