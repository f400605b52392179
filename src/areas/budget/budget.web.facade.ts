/** What pages of other areas may use of this one: the person's areas, and budgets to spend from. */
export { type AreaOption, useAreas, useSpendableBudgets } from './shared/budget-options.web.ts'
