import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import { roundedTo } from '../shared/rounding.ts'

// How what a document occupies goes from stage to stage (domain.md section 3): never more than is in the stage, at the rate that
// the reservation keeps, so that a budget line is exact whatever a currency does meanwhile.

/** Asked for, approved, accrued, paid out. */
export type EncumbranceStage = 'occ' | 'cmt' | 'acr' | 'exe'

/** Stages of which a document in approval may keep a part for itself. */
export type LockedStage = Exclude<EncumbranceStage, 'occ'>

/** Where money of an encumbrance goes: another stage, what is available, the next year; or headquarters have it, and it stays. */
export type EncumbrancePlace = EncumbranceStage | 'avl' | 'carried' | 'headquarters'

/** Money of a stage: in the currency of the budget, and as the document gives it. */
export interface Held {
  readonly amount: Amount
  readonly given: Amount
}

/** What a line of a spending document occupies of a budget. */
export interface Encumbrance {
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
  /**
   * What it was before, of which year it is the commitment or the expense, and the stage that it came into with its budget (null: it was
   * asked for anew of this year); null where it is no carry-over.
   */
  readonly origin: Origin | null
  /** Accounts that bear what the rates differ by. */
  readonly pool: string | null
  readonly source: string | null
  /** Where headquarters put what they recover on the posting day, and what it is taken from; null: nothing was recovered in that year. */
  readonly recovery: { readonly account: string; readonly source: string } | null
  readonly stages: Readonly<Record<EncumbranceStage, Held>>
  /** What has left it: back to what is available, and to the next year. */
  readonly ended: Readonly<Record<'avl' | 'carried', Held>>
  /** What headquarters recovered of what was executed, after its books were closed. */
  readonly recovered: Held
  /** What other documents in approval keep of it for themselves, in the currency of the document that occupies. */
  readonly locked: Readonly<Record<LockedStage, Amount>>
}

export interface Origin {
  readonly documentId: string
  readonly round: number
  readonly line: number
  readonly year: number
  readonly stage: 'cmt' | 'acr' | null
}

/** A part of an encumbrance that goes on, in the currency of the document that occupied it. */
export interface Take {
  readonly encumbrance: Encumbrance
  readonly amount: Amount
  /** Line of the document that takes it, from 1. */
  readonly line?: number
}

export interface EncumbranceMove {
  readonly encumbrance: Encumbrance
  readonly act: AnyAct
  readonly from: Source
  readonly to: EncumbrancePlace
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
  | 'recoverToHeadquarters'
  | 'free'
  | 'freeAccrual'

/** What the carry-over at the end of a year does besides, and what takes it back (carry-over.rules.ts). */
export type CarryAct =
  | 'carryOut'
  | 'carryOutAccrual'
  | 'takeBack'
  | 'takeBackAccrual'
  | 'takeBackFree'
  | 'takeBackFreeAccrual'

export type AnyAct = StageAct | CarryAct

type Source = Exclude<EncumbrancePlace, 'headquarters'>

/** Where each takes from, in this order, and where it leads: the postings of domain.md sections 2.4 to 2.12. */
const STAGE_ACTS: Readonly<Record<AnyAct, { readonly from: readonly Source[]; readonly to: EncumbrancePlace }>> = {
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
  // The same of a year that is closed: what was executed stays there.
  recoverToHeadquarters: { from: ['exe'], to: 'headquarters' },
  free: { from: ['cmt'], to: 'avl' },
  freeAccrual: { from: ['acr'], to: 'avl' },
  carryOut: { from: ['cmt'], to: 'carried' },
  carryOutAccrual: { from: ['acr'], to: 'carried' },
  takeBack: { from: ['carried'], to: 'cmt' },
  takeBackAccrual: { from: ['carried'], to: 'acr' },
  takeBackFree: { from: ['avl'], to: 'cmt' },
  takeBackFreeAccrual: { from: ['avl'], to: 'acr' },
}

/** One thing that a document does with a part of an encumbrance. */
export interface EncumbranceStep extends Take {
  readonly act: AnyAct
  /** What it is in the currency of the budget, where that is known: what is taken back is what was carried. */
  readonly inBudget?: Amount
}

export interface Moved {
  readonly moves: readonly EncumbranceMove[]
  readonly refusals: readonly Refusal[]
}

/** The moves of a document, one step after the other, or why they cannot be made. */
export function movesOf(steps: readonly EncumbranceStep[]): Moved {
  const left = new Map<string, Record<Source, Held>>()
  const moves: EncumbranceMove[] = []
  const refusals: Refusal[] = []
  for (const step of steps) {
    const { encumbrance, act } = step
    const key = keyOf(encumbrance)
    const stages = left.get(key) ?? heldBy(encumbrance)
    left.set(key, stages)
    const { from, to } = STAGE_ACTS[act]
    if (step.amount.lt(0)) throw new Error(`a step that is to ${act} less than nothing`)
    if (act === 'recoverToHeadquarters' && !encumbrance.closedMonth)
      throw new Error(`budget ${encumbrance.budgetCode} is not closed: what is recovered of it is its own`)
    if (act === 'accrue' && encumbrance.origin?.stage === 'acr') refusals.push(accruedBefore(encumbrance.origin, step))
    let wanted = step.amount
    let kept = zero
    for (const stage of from) {
      const held = stages[stage]
      const free = freeIn(held, encumbrance, stage)
      const given = wanted.lt(free) ? wanted : free
      kept = kept.plus(held.given.minus(free))
      if (given.lte(0)) continue
      const share = step.inBudget ?? shareOf(held, given, encumbrance)
      stages[stage] = { amount: held.amount.minus(share), given: held.given.minus(given) }
      if (to !== 'headquarters')
        stages[to] = { amount: stages[to].amount.plus(share), given: stages[to].given.plus(given) }
      wanted = wanted.minus(given)
      const booked = bookedOf(encumbrance, stage, to, given)
      moves.push({ encumbrance, act, from: stage, to, amount: share, given, booked, ...lineOf(step) })
    }
    if (wanted.gt(0)) refusals.push(exceeds(step, step.amount.minus(wanted), kept))
  }
  return { moves, refusals }
}

export function keyOf({ documentId, round, line }: Pick<Encumbrance, 'documentId' | 'round' | 'line'>): string {
  return `${documentId} ${round} ${line}`
}

/** What may be taken of it, wherever it is: what headquarters recovered is not recovered again. */
function heldBy({ stages, ended, recovered }: Encumbrance): Record<Source, Held> {
  const { amount, given } = stages.exe
  return {
    ...stages,
    ...ended,
    exe: { amount: amount.minus(recovered.amount), given: given.minus(recovered.given) },
  }
}

/** An accrual is the expense of the year in which it was made: one that was carried over is not made once more. */
function accruedBefore({ year }: Origin, { line }: Take): Refusal {
  return budgetErrors.accruedBefore({ year }, { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) })
}

function lineOf({ line }: Take) {
  return line === undefined ? {} : { line }
}

/** What of a stage no other document keeps. */
function freeIn(held: Held, { locked }: Encumbrance, stage: Source): Amount {
  if (stage !== 'cmt' && stage !== 'acr' && stage !== 'exe') return held.given
  const free = held.given.minus(locked[stage])
  return free.lt(0) ? zero : free
}

/** What a document may take of a stage now, in the currency of the document that occupies. */
export function freeOf(encumbrance: Encumbrance, stage: EncumbranceStage): Amount {
  return freeIn(heldBy(encumbrance)[stage], encumbrance, stage)
}

/** More than is left of it; who else has a part of it in approval is named by what he keeps. */
export function exceeds({ encumbrance, amount, line }: Take, left: Amount, kept: Amount): Refusal {
  const of = { amount: amountText(amount), left: amountText(left), currency: encumbrance.documentCurrency }
  const at = { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) }
  return kept.gt(0) && amount.lte(left.plus(kept))
    ? budgetErrors.lockedInStage({ ...of, locked: amountText(kept) }, at)
    : budgetErrors.exceedsStage(of, at)
}

/** All that is left takes all that is left, so that no cent stays behind. */
function shareOf(held: Held, given: Amount, { rate, minorDigits, currency, documentCurrency }: Encumbrance): Amount {
  if (given.eq(held.given)) return held.amount
  if (currency === documentCurrency) return given
  const share = roundedTo(given.times(rate), minorDigits)
  return share.gt(held.amount) ? held.amount : share
}

/** What is paid out, or comes back, is booked at the rate of its day. */
function bookedOf(
  { currency, documentCurrency, bookingRate, minorDigits }: Encumbrance,
  from: Source,
  to: EncumbrancePlace,
  given: Amount,
): Amount | null {
  if (currency === documentCurrency || (from !== 'exe' && to !== 'exe') || bookingRate === null) return null
  return roundedTo(given.times(bookingRate), minorDigits)
}

/** What the pool gains (or loses, below zero) because the booking rate is not the one that was reserved at. */
export function varianceOf({ from, to, amount, booked }: EncumbranceMove): Amount {
  if (booked === null || to === 'headquarters') return zero
  return from === 'exe' ? booked.minus(amount) : amount.minus(booked)
}

/**
 * All reasons to refuse that a document does this with what is occupied. Accruals, and what is paid without one, are of an open
 * month; accruals that are paid or undone, and money that comes back, may still come while it closes.
 */
export function checkStages(steps: readonly EncumbranceStep[]): Refusal[] {
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
  steps: readonly EncumbranceStep[],
  isOut: (encumbrance: Encumbrance, line: number | undefined) => boolean = ({ period }) => period === 'closed',
): Refusal[] {
  return steps.flatMap(({ encumbrance, line, act }) => {
    const { day, period, closedMonth } = encumbrance
    if (
      (closedMonth && act !== 'recoverToHeadquarters') ||
      day === null ||
      period === 'open' ||
      !isOut(encumbrance, line)
    )
      return []
    const [year, month] = day.split('-').map(Number)
    const row = line === undefined ? {} : { row: line - 1 }
    return [budgetErrors.periodClosed({ year: year ?? 0, month: month ?? 0 }, { field: 'postingDate', ...row })]
  })
}

/** Why nothing is posted to a month; the field is that which names it. */
export function monthClosed(
  { year, month }: { readonly year: number; readonly month: number },
  field: string,
): Refusal {
  return budgetErrors.periodClosed({ year, month }, { field })
}

/** What comes back of a closed month is of the current one, and of headquarters. */
export function closedBudgets(steps: readonly (Take & { readonly act?: AnyAct })[]): Refusal[] {
  return steps.flatMap(({ encumbrance: { closedMonth }, line, act }) =>
    closedMonth && act !== 'recoverToHeadquarters'
      ? [budgetErrors.periodClosed(closedMonth, { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) })]
      : [],
  )
}

/** Without a booking rate nobody knows what the pool has to bear. */
export function missingRates(moves: readonly EncumbranceMove[]): Refusal[] {
  return moves
    .filter(
      ({ encumbrance: { currency, documentCurrency, bookingRate }, from, to }) =>
        (from === 'exe' || to === 'exe') && currency !== documentCurrency && bookingRate === null,
    )
    .map(({ encumbrance: { currency, documentCurrency, day }, line }) =>
      budgetErrors.bookingRateMissing(
        { currency: documentCurrency, expected: currency, day: day ?? '–' },
        { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) },
      ),
    )
}

/** All of an encumbrance that is in these stages, to be freed or carried to its end. */
export function restOf(encumbrance: Encumbrance, ...stages: readonly EncumbranceStage[]): Take {
  return {
    encumbrance,
    amount: stages.reduce((sum, stage) => sum.plus(encumbrance.stages[stage].given), zero),
  }
}

/** How what was executed is recovered: into the scheme that runs, into the budget, and of a closed year to headquarters. */
export function recoveryAct({ closedMonth }: Encumbrance, isRunning: boolean): StageAct {
  if (closedMonth) return 'recoverToHeadquarters'
  return isRunning ? 'recover' : 'recoverFree'
}
