import type { Refusal } from '#kernel/errors/errors.ts'
import { type Amount, amountText, zero } from '#kernel/money/money.ts'
import { budgetErrors } from './budget.errors.ts'
import type { PeriodState } from './budget-period.ts'
import { roundedTo } from './rounding.ts'

// How what a document occupies goes from stage to stage (domain.md section 3): never more than is in the stage, at the rate that
// the reservation keeps, so that a budget line is exact whatever a currency does meanwhile.

/** Asked for, approved, accrued, paid out. */
export type Stage = 'occ' | 'cmt' | 'acr' | 'exe'

/** Stages of which a document in approval may keep a part for itself. */
export type LockedStage = Exclude<Stage, 'occ'>

/** Money of a stage: in the currency of the budget, and as the document gives it. */
export interface Held {
  readonly amount: Amount
  readonly given: Amount
}

/** What a line of a spending document occupies of a budget. */
export interface Occupation {
  readonly documentId: string
  readonly round: number
  readonly line: number
  readonly account: string
  readonly budgetCode: string
  readonly currency: string
  readonly documentCurrency: string
  readonly minorDigits: number
  /** Units of the budget's currency for one of the document's. */
  readonly rate: string
  /** The same on the posting day; null where it is the same currency, or where none is known. */
  readonly bookingRate: string | null
  /** The posting day; null where none was asked. */
  readonly day: string | null
  /** Of the month of the posting day. */
  readonly period: PeriodState
  /** The month that the budget is of, where its books are closed: nothing of it changes any more. */
  readonly closedMonth: { readonly year: number; readonly month: number } | null
  /** Accounts that bear what the rates differ by. */
  readonly pool: string | null
  readonly source: string | null
  readonly stages: Readonly<Record<Stage, Held>>
  /** What other documents in approval keep of it for themselves, in the currency of the document that occupies. */
  readonly locked: Readonly<Record<LockedStage, Amount>>
}

/** A part of an occupation that goes on, in the currency of the document that occupied it. */
export interface Take {
  readonly occupation: Occupation
  readonly amount: Amount
  /** Line of the document that takes it, from 1. */
  readonly line?: number
}

export interface Move {
  readonly occupation: Occupation
  readonly from: Stage
  readonly to: Stage | 'avl'
  readonly amount: Amount
  readonly given: Amount
  readonly line?: number
  /** What it is at the booking rate, where that is another. */
  readonly booked: Amount | null
}

/** What may be done with what is occupied. */
export type StageAct =
  | 'commit'
  | 'release'
  | 'accrue'
  | 'execute'
  | 'reopen'
  | 'recover'
  | 'recoverFree'
  | 'free'
  | 'freeAccrual'

/** Where each takes from, in this order, and where it leads: the postings of domain.md sections 2.4 to 2.12. */
const STAGE_ACTS: Readonly<Record<StageAct, { readonly from: readonly Stage[]; readonly to: Stage | 'avl' }>> = {
  commit: { from: ['occ'], to: 'cmt' },
  release: { from: ['occ'], to: 'avl' },
  accrue: { from: ['cmt'], to: 'acr' },
  // What is accrued is paid out first.
  execute: { from: ['acr', 'cmt'], to: 'exe' },
  // A reversal while the scheme runs.
  reopen: { from: ['acr'], to: 'cmt' },
  // A negative redemption while the scheme runs, and after it.
  recover: { from: ['exe'], to: 'cmt' },
  recoverFree: { from: ['exe'], to: 'avl' },
  free: { from: ['cmt'], to: 'avl' },
  freeAccrual: { from: ['acr'], to: 'avl' },
}

/** One thing that a document does with a part of an occupation. */
export interface Step extends Take {
  readonly act: StageAct
}

export interface Moved {
  readonly moves: readonly Move[]
  readonly refusals: readonly Refusal[]
}

/** The moves of a document, one step after the other, or why they cannot be made. */
export function movesOf(steps: readonly Step[]): Moved {
  const left = new Map<string, Record<Stage, Held>>()
  const moves: Move[] = []
  const refusals: Refusal[] = []
  for (const step of steps) {
    const { occupation, act } = step
    const key = `${occupation.documentId} ${occupation.round} ${occupation.line}`
    const stages = left.get(key) ?? { ...occupation.stages }
    left.set(key, stages)
    const { from, to } = STAGE_ACTS[act]
    if (step.amount.lt(0)) throw new Error(`a step that is to ${act} less than nothing`)
    let wanted = step.amount
    let kept = zero
    for (const stage of from) {
      const held = stages[stage]
      const free = freeIn(held, occupation, stage)
      const given = wanted.lt(free) ? wanted : free
      kept = kept.plus(held.given.minus(free))
      if (given.lte(0)) continue
      const share = shareOf(held, given, occupation)
      stages[stage] = { amount: held.amount.minus(share), given: held.given.minus(given) }
      if (to !== 'avl') stages[to] = { amount: stages[to].amount.plus(share), given: stages[to].given.plus(given) }
      wanted = wanted.minus(given)
      const booked = bookedOf(occupation, stage, to, given)
      moves.push({ occupation, from: stage, to, amount: share, given, booked, ...lineOf(step) })
    }
    if (wanted.gt(0)) refusals.push(exceeds(step, step.amount.minus(wanted), kept))
  }
  return { moves, refusals }
}

function lineOf({ line }: Take) {
  return line === undefined ? {} : { line }
}

/** What of a stage no other document keeps. */
function freeIn(held: Held, { locked }: Occupation, stage: Stage): Amount {
  if (stage === 'occ') return held.given
  const free = held.given.minus(locked[stage])
  return free.lt(0) ? zero : free
}

/** What a document may take of a stage now, in the currency of the document that occupies. */
export function freeOf(occupation: Occupation, stage: Stage): Amount {
  return freeIn(occupation.stages[stage], occupation, stage)
}

/** More than is left of it; who else has a part of it in approval is named by what he keeps. */
function exceeds({ occupation, amount, line }: Take, left: Amount, kept: Amount): Refusal {
  const of = { amount: amountText(amount), left: amountText(left), currency: occupation.documentCurrency }
  const at = { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) }
  return kept.gt(0) && amount.lte(left.plus(kept))
    ? budgetErrors.lockedInStage({ ...of, locked: amountText(kept) }, at)
    : budgetErrors.exceedsStage(of, at)
}

/** A part of a stage that a document keeps for itself while it is in approval. */
export interface Lock extends Take {
  readonly stage: LockedStage
  readonly line: number
}

/** What a document has to keep for itself so that it can take these steps once it is approved. */
export function locksOf(steps: readonly Step[]): Lock[] {
  const locks = new Map<string, Lock>()
  for (const { occupation, from, given, line = 0 } of movesOf(steps).moves) {
    if (from === 'occ') continue
    const key = `${line} ${occupation.documentId} ${occupation.round} ${occupation.line} ${from}`
    const before = locks.get(key)?.amount ?? zero
    locks.set(key, { occupation, stage: from, line, amount: before.plus(given) })
  }
  return [...locks.values()]
}

/** All reasons to refuse that a document keeps these: never more than is there and no other document keeps. */
export function checkLocks(locks: readonly Lock[]): Refusal[] {
  const asked = new Map<string, Amount>()
  return locks.flatMap((lock) => {
    const { occupation, stage, amount } = lock
    const key = `${occupation.documentId} ${occupation.round} ${occupation.line} ${stage}`
    const before = asked.get(key) ?? zero
    asked.set(key, before.plus(amount))
    const rest = freeOf(occupation, stage).minus(before)
    if (amount.lte(rest)) return closedBudgets([lock])
    return [exceeds(lock, rest.lt(0) ? zero : rest, occupation.locked[stage])]
  })
}

/** All that is left takes all that is left, so that no cent stays behind. */
function shareOf(held: Held, given: Amount, { rate, minorDigits, currency, documentCurrency }: Occupation): Amount {
  if (given.eq(held.given)) return held.amount
  if (currency === documentCurrency) return given
  const share = roundedTo(given.times(rate), minorDigits)
  return share.gt(held.amount) ? held.amount : share
}

/** What is paid out, or comes back, is booked at the rate of its day. */
function bookedOf(
  { currency, documentCurrency, bookingRate, minorDigits }: Occupation,
  from: Stage,
  to: Stage | 'avl',
  given: Amount,
): Amount | null {
  if (currency === documentCurrency || (from !== 'exe' && to !== 'exe') || bookingRate === null) return null
  return roundedTo(given.times(bookingRate), minorDigits)
}

/** What the pool gains (or loses, below zero) because the booking rate is not the one that was reserved at. */
export function varianceOf({ from, amount, booked }: Move): Amount {
  if (booked === null) return zero
  return from === 'exe' ? booked.minus(amount) : amount.minus(booked)
}

/**
 * All reasons to refuse that a document does this with what is occupied. Accruals, and what is paid without one, are of an open
 * month; accruals that are paid or undone, and money that comes back, may still come while it closes.
 */
export function checkStages(steps: readonly Step[]): Refusal[] {
  const { moves, refusals } = movesOf(steps)
  const isNew = new Set(moves.filter(({ from, to }) => from === 'cmt' && to !== 'avl').map(({ line }) => line))
  const closed = closedDays(steps, ({ period }, line) => period === 'closed' || isNew.has(line))
  return [...refusals, ...closed, ...closedBudgets(steps), ...missingRates(moves)]
}

/**
 * Nothing is posted to a day whose month is closed, whichever month the budget itself is of: who was asked while the month was
 * open may be answered after it was closed. What else is kept out while the month closes, the caller says.
 */
export function closedDays(
  steps: readonly Step[],
  isOut: (occupation: Occupation, line: number | undefined) => boolean = ({ period }) => period === 'closed',
): Refusal[] {
  return steps.flatMap(({ occupation, line }) => {
    const { day, period, closedMonth } = occupation
    if (closedMonth || day === null || period === 'open' || !isOut(occupation, line)) return []
    const [year, month] = day.split('-').map(Number)
    const row = line === undefined ? {} : { row: line - 1 }
    return [budgetErrors.periodClosed({ year: year ?? 0, month: month ?? 0 }, { field: 'postingDate', ...row })]
  })
}

/** What comes back of a closed month is of the current one: of another budget. */
export function closedBudgets(steps: readonly Take[]): Refusal[] {
  return steps.flatMap(({ occupation: { closedMonth }, line }) =>
    closedMonth
      ? [budgetErrors.periodClosed(closedMonth, { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) })]
      : [],
  )
}

/** Without a booking rate nobody knows what the pool has to bear. */
export function missingRates(moves: readonly Move[]): Refusal[] {
  return moves
    .filter(
      ({ occupation: { currency, documentCurrency, bookingRate }, from, to }) =>
        (from === 'exe' || to === 'exe') && currency !== documentCurrency && bookingRate === null,
    )
    .map(({ occupation: { currency, documentCurrency, day }, line }) =>
      budgetErrors.bookingRateMissing(
        { currency: documentCurrency, expected: currency, day: day ?? '–' },
        { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) },
      ),
    )
}

/** All of an occupation that is in these stages, to be freed or carried to its end. */
export function restOf(occupation: Occupation, ...stages: readonly Stage[]): Take {
  return {
    occupation,
    amount: stages.reduce((sum, stage) => sum.plus(occupation.stages[stage].given), zero),
  }
}
