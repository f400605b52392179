import { checkSpending, type SpendableBudget, type Spending } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { schemeErrors } from '../scheme.errors.ts'

/**
 * All reasons to refuse that a document of schemes spends these budgets: what budgets say themselves, and that each is of the area of the
 * document. Who acts for several areas sees the budgets of all of them.
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
