/** Components for other areas' pages: the person's areas, and budgets to spend from. */
export { type AreaOption, useAreas } from './shared/budget-options.web.ts'
export { type SpendingWords, useSpendableBudgets } from './shared/spendable-budgets.web.ts'
