/** Components for other areas' pages: the person's areas, and budgets to spend from. */
export { type AreaOption, type SpendingWords, useAreas, useSpendableBudgets } from './shared/budget-options.web.ts'
