import { checkSpending, type SpendableBudget, type Spending } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { schemeErrors } from '../scheme.errors.ts'

/** What the budgets of a scheme document pay for. */
export interface PaidPlace {
  readonly areaId: number
  /** First and last day of the scheme: its months. */
  readonly firstDay: string
  readonly lastDay: string
  /** The countries of a spending line's customers; none where they are not known. */
  readonly countriesOf: (row: number) => readonly string[]
  /** The company lets budgets of other countries and months pay. */
  readonly paysElsewhere: boolean
}

/**
 * All refusals of a scheme document's spending: the budgets' own, and that each belongs to the document's area, to the customer's
 * country and to a month of the scheme. People who act for several areas see the budgets of all of them.
 */
export function checkBudgets(place: PaidPlace, spending: Spending, budgets: readonly SpendableBudget[]): Refusal[] {
  const areas = new Map(budgets.map((budget) => [budget.budgetCode, budget.areaId]))
  const others = spending.lines.flatMap(({ budgetCode }, row) =>
    (areas.get(budgetCode) ?? place.areaId) === place.areaId
      ? []
      : [schemeErrors.budgetOfOtherArea({ budgetCode }, { field: 'budgetCode', row })],
  )
  const elsewhere = place.paysElsewhere ? [] : budgetsElsewhere(place, spending, budgets)
  return [...others, ...elsewhere, ...checkSpending(spending, budgets).refusals]
}

/** Budgets of another country than the customer's or of a month in which the scheme does not run: refused, or told where they may pay. */
export function budgetsElsewhere(
  { areaId, firstDay, lastDay, countriesOf }: Omit<PaidPlace, 'paysElsewhere'>,
  { lines }: Pick<Spending, 'lines'>,
  budgets: readonly SpendableBudget[],
): Refusal[] {
  const byCode = new Map(budgets.map((budget) => [budget.budgetCode, budget]))
  const [first, last] = [firstDay.slice(0, 7), lastDay.slice(0, 7)]
  return lines.flatMap(({ budgetCode }, row) => {
    const budget = byCode.get(budgetCode)
    if (!budget || budget.areaId !== areaId) return []
    const at = { field: 'budgetCode', row }
    const month = `${budget.year}-${String(budget.month).padStart(2, '0')}`
    const countries = countriesOf(row)
    const refusals: Refusal[] = []
    if (budget.countryCode !== null && countries.length > 0 && !countries.includes(budget.countryCode))
      refusals.push(
        schemeErrors.budgetOfOtherCountry(
          { budgetCode, country: budget.countryCode, expected: countries.join(', ') },
          at,
        ),
      )
    if (month < first || month > last)
      refusals.push(schemeErrors.budgetOfOtherMonth({ budgetCode, month, first, last }, at))
    return refusals
  })
}
