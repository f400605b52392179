import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import { type Control, overdraftOf } from '../budget-setting/control.rules.ts'
import type { Lock } from '../spending/encumbrance-lock.rules.ts'
import { closedBudgets, freeOf, keyOf, type Encumbrance, type EncumbranceStep } from '../spending/encumbrance.rules.ts'
import { roundedTo } from '../shared/rounding.ts'
import type { Rate } from '../spending/spending.rules.ts'

// The treatment of schemes' encumbrances at the end of a year (domain.md section 2.10): each commitment and each accrual once.

export type CarriedStage = 'cmt' | 'acr'

/**
 * C1: a commitment with its budget; C2: a commitment charged to the new year's budget; C3: either is released; A: an
 * accrual, which stays the expense of its year.
 */
export type CarryOption = 'withBudget' | 'newBudget' | 'release' | 'accrual'

const OPTIONS: Readonly<Record<CarriedStage, readonly CarryOption[]>> = {
  cmt: ['withBudget', 'newBudget', 'release'],
  acr: ['accrual', 'release'],
}

/** The target budget in the next year: the same key, in the first month. */
export interface NextBudget extends Control {
  readonly account: string
  readonly budgetCode: string
  readonly isOpen: boolean
  /** The next year's budget rate from the document's currency; null where none is published. */
  readonly rate: Rate | null
}

/** An encumbrance with its possible target. */
export interface EncumbranceToCarry extends Encumbrance {
  readonly areaId: number
  readonly year: number
  /** Control of its budget. */
  readonly control: Control
  /** First month of its year that is still open; null where all of them are closing or closed. */
  readonly openMonth: number | null
  /** The budget of the next year; null where it does not exist yet. */
  readonly next: NextBudget | null
  /** State of the target month. */
  readonly nextPeriod: PeriodState
  /** Number of another document that carries over a stage of it, in approval or completed. */
  readonly taken: Readonly<Partial<Record<CarriedStage, string>>>
}

/** A line of a carry-over: everything open in one stage. */
export interface Carry {
  readonly encumbrance: EncumbranceToCarry
  readonly stage: CarriedStage
  readonly option: CarryOption
  /** Line of the carrying document, from 1; the new year's encumbrance has this line. */
  readonly line: number
  /** The locked amount, once submitted; before, everything open. */
  readonly given?: Amount
}

export function carriedAmount({ encumbrance, stage, given }: Carry): Amount {
  return given ?? encumbrance.stages[stage].given
}

/** Its amount in the next year's budget; null without a rate. */
export function chargedAmount(carry: Carry): Amount | null {
  const { currency, documentCurrency, minorDigits, next } = carry.encumbrance
  if (!next?.rate) return null
  const given = carriedAmount(carry)
  return currency === documentCurrency ? given : roundedTo(given.times(next.rate.rate), minorDigits)
}

/** All current refusals of a carry-over's lines. Pure: shared by soft check and submit. */
export function checkCarries(carries: readonly Carry[]): Refusal[] {
  const first = new Map<string, number>()
  const charged = new Map<string, Amount>()
  return carries.flatMap((carry): Refusal[] => {
    const { encumbrance, stage, line } = carry
    const at = { field: 'budgetCode', row: line - 1 }
    const key = `${keyOf(encumbrance)} ${stage}`
    const before = first.get(key)
    if (before !== undefined) return [budgetErrors.duplicateLine({ first: before }, at)]
    first.set(key, line)
    const own = checkCarry(carry, at)
    return own.length > 0 ? own : checkNext(carry, charged, at)
  })
}

type At = { readonly field: string; readonly row: number }

/** Whether it may leave its year: the year is closing, no other document has locked it, and it is carried once. */
function checkCarry({ encumbrance, stage, option, line }: Carry, at: At): Refusal[] {
  const { budgetCode, documentCurrency: currency, locked, year, openMonth, taken } = encumbrance
  if (!OPTIONS[stage].includes(option)) return [budgetErrors.carryOption({}, { ...at, field: 'option' })]
  const no = taken[stage]
  if (no !== undefined) return [budgetErrors.carriedTwice({ budgetCode, no }, at)]
  if (encumbrance.stages[stage].given.lte(0)) return [budgetErrors.carryNothing({ budgetCode }, at)]
  const kept = locked.cmt.plus(locked.acr).plus(locked.exe)
  if (kept.gt(0)) return [budgetErrors.childInApproval({ budgetCode, amount: amountText(kept), currency }, at)]
  if (openMonth !== null) return [budgetErrors.yearNotClosing({ year, month: openMonth }, { field: 'year' })]
  return closedBudgets([{ encumbrance, amount: zero, line }])
}

/** Whether the next year can take it: with its budget where the month is not closed, from the new budget where that has money (B1). */
function checkNext(carry: Carry, charged: Map<string, Amount>, at: At): Refusal[] {
  const { next, nextPeriod, year, currency, documentCurrency, budgetCode } = carry.encumbrance
  if (carry.option === 'release') return []
  const closed = budgetErrors.periodClosed({ year: year + 1, month: 1 }, { field: 'year' })
  if (carry.option !== 'newBudget') return nextPeriod === 'closed' ? [closed] : []
  if (nextPeriod !== 'open') return [closed]
  if (!next) return [budgetErrors.nextBudgetMissing({ budgetCode, year: year + 1 }, at)]
  if (!next.isOpen) return [budgetErrors.budgetNotOpen({ budgetCode: next.budgetCode }, at)]
  const amount = chargedAmount(carry)
  if (!amount) return [budgetErrors.rateMissing({ currency: documentCurrency, expected: currency, year: year + 1 }, at)]
  if (amount.lte(0)) return [budgetErrors.amountTooSmall({ currency }, at)]
  const total = (charged.get(next.account) ?? zero).plus(amount)
  charged.set(next.account, total)
  if (overdraftOf(next, total).kind !== 'refused') return []
  const available = amountText(next.available)
  return [budgetErrors.exceedsLine({ amount: amountText(total), available, currency }, { ...at, field: 'amount' })]
}

/** Refusals that arose since the submit: the year was reopened, or the target month was closed. */
export function checkStillCarried(carries: readonly Carry[]): Refusal[] {
  return carries.flatMap(({ encumbrance, option, line }): Refusal[] => {
    const { year, openMonth, nextPeriod } = encumbrance
    if (openMonth !== null) return [budgetErrors.yearNotClosing({ year, month: openMonth }, { field: 'year' })]
    const comes = option === 'withBudget' || option === 'accrual'
    if (comes && nextPeriod === 'closed')
      return [budgetErrors.periodClosed({ year: year + 1, month: 1 }, { field: 'year' })]
    return closedBudgets([{ encumbrance, amount: zero, line }])
  })
}

/** The amounts that leave the old year, step by step. */
export function stepsOfCarries(carries: readonly Carry[]): EncumbranceStep[] {
  return carries.map((carry) => {
    const { encumbrance, stage, option, line } = carry
    const isCarried = option === 'withBudget' || option === 'accrual'
    const act =
      stage === 'cmt' ? (isCarried ? 'carryOut' : 'free') : isCarried ? 'carryOutAccrual' : ('freeAccrual' as const)
    return { act, encumbrance, amount: carriedAmount(carry), line }
  })
}

/** A line of a completed carry-over. */
export interface Carried {
  readonly line: number
  readonly stage: CarriedStage
  readonly option: CarryOption
  /** The carried amount, in the currencies of budget and document. */
  readonly amount: Amount
  readonly given: Amount
  readonly origin: EncumbranceToCarry
  /** The new year's encumbrance; null where it was released, or nothing is left of it there. */
  readonly target: Encumbrance | null
}

const stays = ({ option }: Pick<Carried, 'option'>) => option === 'release'

/** A carry-over is undone as a whole, while the new year has all of it and the old one is not closed. */
export function checkCarryBack(carried: readonly Carried[]): Refusal[] {
  if (carried.length === 0) return [budgetErrors.carryNotThere({}, { field: 'undoOf' })]
  const released = new Map<string, Amount>()
  return carried.flatMap((line): Refusal[] => {
    const { origin, target, stage, given, amount } = line
    const at = { field: 'undoOf' }
    const closed = closedBudgets([
      { encumbrance: origin, amount: given },
      ...(target ? [{ encumbrance: target, amount: given }] : []),
    ])
    if (closed.length > 0) return closed
    if (!stays(line)) {
      const left = target ? freeOf(target, stage) : zero
      const isWhole = target !== null && left.eq(given) && target.stages[stage].amount.eq(amount)
      if (!isWhole) {
        const budgetCode = target?.budgetCode ?? origin.next?.budgetCode ?? origin.budgetCode
        const of = { budgetCode, amount: amountText(given), left: amountText(left) }
        return [budgetErrors.carryUsed({ ...of, currency: origin.documentCurrency }, at)]
      }
    }
    if (line.option === 'withBudget' || line.option === 'accrual') return []
    // Released amounts are available in the old year, or were carried over or lapsed since.
    const total = (released.get(origin.account) ?? zero).plus(amount)
    released.set(origin.account, total)
    if (overdraftOf(origin.control, total).kind !== 'refused') return []
    const { currency, control } = origin
    const available = amountText(control.available)
    return [budgetErrors.exceedsLine({ amount: amountText(total), available, currency }, at)]
  })
}

/** The amounts that leave the new year again; released amounts are not there. */
export function stepsOutOfNewYear(carried: readonly Carried[]): EncumbranceStep[] {
  return carried.flatMap(({ target, stage, option, given, line }) => {
    if (!target) return []
    const act = option === 'newBudget' ? 'free' : stage === 'cmt' ? 'carryOut' : ('carryOutAccrual' as const)
    return [{ act, encumbrance: target, amount: given, line }]
  })
}

/** The amounts that the old year gets back, to the cent. */
export function stepsIntoOldYear(carried: readonly Carried[]): EncumbranceStep[] {
  return carried.map(({ origin, stage, option, given, amount, line }) => {
    const isCarried = option === 'withBudget' || option === 'accrual'
    const act =
      stage === 'cmt'
        ? isCarried
          ? 'takeBack'
          : 'takeBackFree'
        : isCarried
          ? 'takeBackAccrual'
          : ('takeBackFreeAccrual' as const)
    return { act, encumbrance: origin, amount: given, inBudget: amount, line }
  })
}

/** The locks in the new year while the undo is in approval. */
export function locksOfCarried(carried: readonly Carried[]): Lock[] {
  return carried.flatMap(({ target, stage, given, line }) =>
    target ? [{ encumbrance: target, stage, amount: given, line }] : [],
  )
}
