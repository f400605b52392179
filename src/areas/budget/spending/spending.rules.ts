import { labelKey } from '#kernel/engine/definition/content.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import { SHARED, type SharedKey } from '../budget-line/budget-line.rules.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import { type Control, overdraftOf } from '../budget-setting/control.rules.ts'
import { countryBudget } from '../country-budget/country-budget.doc.ts'
import { roundedTo } from '../shared/rounding.ts'

// Checks of every document that spends budgets, in any area (domain.md sections 2.4 and 3).

/** A document's planned spending: budgets by code, amounts in its currency. */
export interface Spending {
  readonly currency: string
  /** First and last day of spending, `2026-11-21`: both within the validity of the budget. */
  readonly firstDay: string
  readonly lastDay: string
  readonly lines: readonly { readonly budgetCode: string; readonly amount: string }[]
}

/** The rate from the document's currency to the budget's, and its source. */
export interface Rate {
  readonly rate: string
  readonly type: string
  readonly date: string
}

/** A budget named by a spending document, in its current state. */
export interface SpendableBudget extends Control, SharedKey {
  readonly account: string
  readonly budgetCode: string
  /** Its own country, or that of its project; null where neither is known. */
  readonly countryCode: string | null
  /** Decimals of its currency. */
  readonly minorDigits: number
  readonly isOpen: boolean
  readonly period: PeriodState
  /** The intersection of its own validity and its pool's: from this day to the day before that one; null without an end. */
  readonly validFrom: string | null
  readonly validTo: string | null
  /** The year's budget rate from the document's currency; null where none is published. */
  readonly rate: Rate | null
}

export interface CheckedSpending {
  readonly refusals: readonly Refusal[]
  /** Warnings: what an advisory control or a tolerance allows. */
  readonly warnings: readonly Refusal[]
}

/** A spending line's amount in both currencies. */
export interface BudgetFunding {
  readonly budget: SpendableBudget
  readonly documentAmount: Amount
  readonly amount: Amount
}

/**
 * The lines' amounts in their budgets' currencies: each rounded half up to the smallest unit, and the last line takes
 * the rest of the sum. A line without a budget or rate is null.
 */
export function fundingOf(spending: Spending, budgets: readonly SpendableBudget[]): (BudgetFunding | null)[] {
  const byCode = new Map(budgets.map((budget) => [budget.budgetCode, budget]))
  const lines = spending.lines.map((line) => ({
    budget: byCode.get(line.budgetCode),
    documentAmount: amount(line.amount),
  }))
  const converted = new Map<number, Amount>()
  const groups = Map.groupBy(lines.keys(), (row) => {
    const budget = lines[row]?.budget
    return budget?.rate ? `${budget.currency} ${budget.rate.rate}` : ''
  })
  for (const [, rows] of groups) {
    const budget = lines[rows[0] ?? 0]?.budget
    if (!budget?.rate) continue
    const amounts = rows.map((row) => lines[row]?.documentAmount ?? zero)
    const shares = sharesOf(amounts, budget.rate.rate, budget.currency === spending.currency ? 2 : budget.minorDigits)
    for (const [index, row] of rows.entries()) converted.set(row, shares[index] ?? zero)
  }
  return lines.map(({ budget, documentAmount }, row) => {
    const inBudget = converted.get(row)
    return budget && inBudget ? { budget, documentAmount, amount: inBudget } : null
  })
}

/**
 * Amounts at one rate that add up to the converted sum. Where many small lines were rounded up the rest would be
 * negative: then earlier lines are reduced, each down to one unit.
 */
function sharesOf(amounts: readonly Amount[], rate: string, digits: number): Amount[] {
  const shares = amounts.map((each) => roundedTo(each.times(rate), digits))
  const total = roundedTo(sumAmounts(amounts).times(rate), digits)
  const unit = amount('1').div(10 ** digits)
  let rest = total.minus(sumAmounts(shares))
  for (let index = shares.length - 1; index >= 0 && !rest.eq(0); index -= 1) {
    const share = shares[index] ?? zero
    const wanted = share.plus(rest)
    const given = wanted.gte(unit) ? wanted : share.lt(unit) ? share : unit
    rest = wanted.minus(given)
    shares[index] = given
  }
  return shares
}

/** All refusals and warnings of spending. Pure: shared by soft check and submit. */
export function checkSpending(spending: Spending, budgets: readonly SpendableBudget[]): CheckedSpending {
  const funding = fundingOf(spending, budgets)
  const byCode = new Map(budgets.map((budget) => [budget.budgetCode, budget]))
  const refusals: Refusal[] = []
  const first = spending.lines.map(({ budgetCode }) => byCode.get(budgetCode)).find((budget) => budget !== undefined)
  for (const [row, line] of spending.lines.entries()) {
    const budget = byCode.get(line.budgetCode)
    if (!budget) {
      refusals.push(budgetErrors.budgetUnknown({ budgetCode: line.budgetCode }, { field: 'budgetCode', row }))
      continue
    }
    refusals.push(...checkBudget(spending, budget, first ?? budget, row))
    const share = funding[row]
    if (share && (share.amount.lte(0) || share.documentAmount.lte(0)))
      refusals.push(budgetErrors.amountTooSmall({ currency: budget.currency }, { field: 'amount', row }))
  }
  const amounts = checkAmounts(funding)
  return { refusals: [...refusals, ...amounts.refusals], warnings: amounts.warnings }
}

/** B7, and whether the budget may be spent from on these days in this currency. */
function checkBudget(
  { currency, firstDay, lastDay }: Spending,
  budget: SpendableBudget,
  first: SpendableBudget,
  row: number,
): Refusal[] {
  const { budgetCode, year, month } = budget
  const at = { field: 'budgetCode', row }
  const refusals: Refusal[] = []
  const different =
    budget.areaId === first.areaId ? SHARED.find((field) => budget[field] !== first[field]) : ('areaId' as const)
  if (different)
    refusals.push(budgetErrors.mixedBudgets({ budgetCode, field: labelKey(countryBudget, 'fields', different) }, at))
  if (!budget.isOpen) refusals.push(budgetErrors.budgetNotOpen({ budgetCode }, at))
  if (budget.period !== 'open') refusals.push(budgetErrors.periodClosed({ year, month }, at))
  if ((budget.validFrom && firstDay < budget.validFrom) || (budget.validTo && lastDay >= budget.validTo))
    refusals.push(budgetErrors.notValid({ budgetCode, from: budget.validFrom ?? '–', to: budget.validTo ?? '–' }, at))
  if (!budget.rate)
    refusals.push(budgetErrors.rateMissing({ currency, expected: budget.currency, year }, { field: 'currency' }))
  return refusals
}

/** B1 under each budget's control; lines of one budget count together, and the refusal is at the line that exceeds it. */
function checkAmounts(funding: readonly (BudgetFunding | null)[]): CheckedSpending {
  const spent = new Map<string, Amount>()
  const refusals: Refusal[] = []
  const warnings: Refusal[] = []
  for (const [row, share] of funding.entries()) {
    if (!share) continue
    const { budget } = share
    const total = (spent.get(budget.account) ?? zero).plus(share.amount)
    spent.set(budget.account, total)
    const overdraft = overdraftOf(budget, total)
    if (overdraft.kind === 'none') continue
    const { currency, budgetCode, tolerance } = budget
    const at = { field: 'amount', row }
    const over = amountText(overdraft.over)
    if (overdraft.kind === 'refused') {
      refusals.push(
        budgetErrors.exceedsLine({ amount: amountText(total), available: amountText(budget.available), currency }, at),
      )
    } else if (overdraft.kind === 'tolerated')
      warnings.push(budgetErrors.withinTolerance({ budgetCode, over, currency, tolerance }, at))
    else warnings.push(budgetErrors.beyondAdvisory({ budgetCode, over, currency }, at))
  }
  return { refusals, warnings }
}
