import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import { roundedTo } from '../shared/rounding.ts'

// The stages of an encumbrance (domain.md section 3): never more than is in the stage, at the reservation's rate, so
// that a budget line stays exact despite rate changes.

/** Requested, approved, accrued, paid. */
export type EncumbranceStage = 'occ' | 'cmt' | 'acr' | 'exe'

/** Stages in which a document in approval may lock a part. */
export type LockedStage = Exclude<EncumbranceStage, 'occ'>

/** Where an encumbrance's money goes: another stage, available, the next year, or headquarters. */
export type EncumbrancePlace = EncumbranceStage | 'avl' | 'carried' | 'headquarters'

/** Money of a stage: `amount` in the currency of the budget, `given` in that of the spending document. */
export interface Held {
  readonly amount: Amount
  readonly given: Amount
}

/** A spending document line's encumbrance of a budget. */
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
  /** The booking rate of the posting day; null where the currency is the same, or none is known. */
  readonly bookingRate: string | null
  /** The posting day; null where none was given. */
  readonly day: string | null
  /** State of the posting day's month. */
  readonly period: PeriodState
  /** The budget's month, if closed: nothing of it changes any more. */
  readonly closedMonth: { readonly year: number; readonly month: number } | null
  /**
   * For a carry-over: the original encumbrance, the year of its commitment or expense, and the stage in which it came
   * with its budget (null: charged to this year anew); null otherwise.
   */
  readonly origin: Origin | null
  /** Accounts that bear exchange rate differences. */
  readonly pool: string | null
  readonly source: string | null
  /** Headquarters' recovery account on the posting day, and its source; null: nothing was recovered in that year. */
  readonly recovery: { readonly account: string; readonly source: string } | null
  readonly stages: Readonly<Record<EncumbranceStage, Held>>
  /** The amount that has left it: back to available, and to the next year. */
  readonly ended: Readonly<Record<'avl' | 'carried', Held>>
  /** The part of executed amounts that headquarters recovered after closing. */
  readonly recovered: Held
  /** Locks of other documents in approval, in the currency of the spending document. */
  readonly locked: Readonly<Record<LockedStage, Amount>>
}

export interface Origin {
  readonly documentId: string
  readonly round: number
  readonly line: number
  readonly year: number
  readonly stage: 'cmt' | 'acr' | null
}

/** A part of an encumbrance that moves on, in the currency of the spending document. */
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
  /** The amount at the booking rate, where that differs. */
  readonly booked: Amount | null
}

/** Acts on encumbrances. */
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

/** Further acts of the year-end carry-over and its undo (carry-over.rules.ts). */
export type CarryAct =
  | 'carryOut'
  | 'carryOutAccrual'
  | 'takeBack'
  | 'takeBackAccrual'
  | 'takeBackFree'
  | 'takeBackFreeAccrual'

export type AnyAct = StageAct | CarryAct

type Source = Exclude<EncumbrancePlace, 'headquarters'>

/** The source stages of each act in order, and its target: the postings of domain.md sections 2.4 to 2.12. */
const STAGE_ACTS: Readonly<Record<AnyAct, { readonly from: readonly Source[]; readonly to: EncumbrancePlace }>> = {
  commit: { from: ['occ'], to: 'cmt' },
  release: { from: ['occ'], to: 'avl' },
  accrue: { from: ['cmt'], to: 'acr' },
  // Accrued amounts are paid first.
  execute: { from: ['acr', 'cmt'], to: 'exe' },
  // A reversal while the scheme runs.
  reopen: { from: ['acr'], to: 'cmt' },
  // A clawback while the scheme runs, and after it.
  recover: { from: ['exe'], to: 'cmt' },
  recoverFree: { from: ['exe'], to: 'avl' },
  // The same for a closed year: the executed amount stays there.
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

/** One act of a document on a part of an encumbrance. */
export interface EncumbranceStep extends Take {
  readonly act: AnyAct
  /** The amount in the budget's currency, where known: an undo takes back exactly what was carried. */
  readonly inBudget?: Amount
}

export interface Moved {
  readonly moves: readonly EncumbranceMove[]
  readonly refusals: readonly Refusal[]
}

/** The moves of a document, step by step, or their refusals. */
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

/** The available amount, in any stage: what headquarters recovered is not recovered again. */
function heldBy({ stages, ended, recovered }: Encumbrance): Record<Source, Held> {
  const { amount, given } = stages.exe
  return {
    ...stages,
    ...ended,
    exe: { amount: amount.minus(recovered.amount), given: given.minus(recovered.given) },
  }
}

/** An accrual is the expense of its year: a carried one is not accrued again. */
function accruedBefore({ year }: Origin, { line }: Take): Refusal {
  return budgetErrors.accruedBefore({ year }, { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) })
}

function lineOf({ line }: Take) {
  return line === undefined ? {} : { line }
}

/** The unlocked part of a stage. */
function freeIn(held: Held, { locked }: Encumbrance, stage: Source): Amount {
  if (stage !== 'cmt' && stage !== 'acr' && stage !== 'exe') return held.given
  const free = held.given.minus(locked[stage])
  return free.lt(0) ? zero : free
}

/** The amount that a document may take of a stage now, in the currency of the spending document. */
export function freeOf(encumbrance: Encumbrance, stage: EncumbranceStage): Amount {
  return freeIn(heldBy(encumbrance)[stage], encumbrance, stage)
}

/** More than is left; the refusal names the document that locked the rest. */
export function exceeds({ encumbrance, amount, line }: Take, left: Amount, kept: Amount): Refusal {
  const of = { amount: amountText(amount), left: amountText(left), currency: encumbrance.documentCurrency }
  const at = { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) }
  return kept.gt(0) && amount.lte(left.plus(kept))
    ? budgetErrors.lockedInStage({ ...of, locked: amountText(kept) }, at)
    : budgetErrors.exceedsStage(of, at)
}

/** Taking the whole rest takes it exactly, so that no cent is left. */
function shareOf(held: Held, given: Amount, { rate, minorDigits, currency, documentCurrency }: Encumbrance): Amount {
  if (given.eq(held.given)) return held.amount
  if (currency === documentCurrency) return given
  const share = roundedTo(given.times(rate), minorDigits)
  return share.gt(held.amount) ? held.amount : share
}

/** Payments and returns are booked at their day's rate. */
function bookedOf(
  { currency, documentCurrency, bookingRate, minorDigits }: Encumbrance,
  from: Source,
  to: EncumbrancePlace,
  given: Amount,
): Amount | null {
  if (currency === documentCurrency || (from !== 'exe' && to !== 'exe') || bookingRate === null) return null
  return roundedTo(given.times(bookingRate), minorDigits)
}

/** The pool's gain (negative: loss) from the difference between booking and reservation rate. */
export function varianceOf({ from, to, amount, booked }: EncumbranceMove): Amount {
  if (booked === null || to === 'headquarters') return zero
  return from === 'exe' ? booked.minus(amount) : amount.minus(booked)
}

/**
 * All refusals of these acts. Accruals, and payments without one, need an open month; paid or undone accruals, and
 * returns, are also allowed in closing.
 */
export function checkStages(steps: readonly EncumbranceStep[]): Refusal[] {
  const { moves, refusals } = movesOf(steps)
  const isNew = new Set(moves.filter(({ from, to }) => from === 'cmt' && to !== 'avl').map(({ line }) => line))
  const closed = closedDays(steps, ({ period }, line) => period === 'closed' || isNew.has(line))
  return [...refusals, ...closed, ...closedBudgets(steps), ...missingRates(moves)]
}

/**
 * Nothing is posted to a day in a closed month, whichever month the budget is of: an approval requested in an open
 * month may end after its closing. The caller adds what else is refused in closing.
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

/** Why nothing can be posted to a month; the field is the one that names it. */
export function monthClosed(
  { year, month }: { readonly year: number; readonly month: number },
  field: string,
): Refusal {
  return budgetErrors.periodClosed({ year, month }, { field })
}

/** Returns of a closed month go to the current one, and to headquarters. */
export function closedBudgets(steps: readonly (Take & { readonly act?: AnyAct })[]): Refusal[] {
  return steps.flatMap(({ encumbrance: { closedMonth }, line, act }) =>
    closedMonth && act !== 'recoverToHeadquarters'
      ? [budgetErrors.periodClosed(closedMonth, { field: 'amount', ...(line === undefined ? {} : { row: line - 1 }) })]
      : [],
  )
}

/** Without a booking rate the pool's difference is unknown. */
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

/** Everything of an encumbrance in these stages, to be released or completed. */
export function restOf(encumbrance: Encumbrance, ...stages: readonly EncumbranceStage[]): Take {
  return {
    encumbrance,
    amount: stages.reduce((sum, stage) => sum.plus(encumbrance.stages[stage].given), zero),
  }
}

/** How executed amounts are recovered: to the running scheme, to the budget, and for a closed year to headquarters. */
export function recoveryAct({ closedMonth }: Encumbrance, isRunning: boolean): StageAct {
  if (closedMonth) return 'recoverToHeadquarters'
  return isRunning ? 'recover' : 'recoverFree'
}
