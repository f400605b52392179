import { checkSpending, type SpendableBudget, type Spending } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { schemeErrors } from '../scheme.errors.ts'

/**
 * All refusals of a scheme document's spending: the budgets' own, and that each belongs to the document's area. People
 * who act for several areas see the budgets of all of them.
 */
export function checkBudgets(areaId: number, spending: Spending, budgets: readonly SpendableBudget[]): Refusal[] {
  const areas = new Map(budgets.map((budget) => [budget.budgetCode, budget.areaId]))
  const others = spending.lines.flatMap(({ budgetCode }, row) =>
    (areas.get(budgetCode) ?? areaId) === areaId
      ? []
      : [schemeErrors.budgetOfOtherArea({ budgetCode }, { field: 'budgetCode', row })],
  )
  return [...others, ...checkSpending(spending, budgets).refusals]
}
