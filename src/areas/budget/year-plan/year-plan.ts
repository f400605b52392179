import { countryBudget } from '../country-budget/country-budget.doc.ts'

/** Possible types of a year's plan: applications that first fund budgets. */
export const PLAN_TYPES = (countryBudget.fields.applyType.options ?? []).filter(
  (type) => !['revoke', 'supplement'].includes(type),
)

/** Of its import and template. */
export const YEAR_PLAN = 'budget-year-plan'
