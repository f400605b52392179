import { countryBudget } from '../country-budget/country-budget.doc.ts'

/** What a year's plan may become: applications that bring money to budgets for the first time. */
export const PLAN_TYPES = (countryBudget.fields.applyType.options ?? []).filter(
  (type) => !['revoke', 'supplement'].includes(type),
)

/** Of its import and template. */
export const YEAR_PLAN = 'budget-year-plan'
