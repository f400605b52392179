import { prepared } from '#kernel/db/statement.ts'
import type { Payer } from '../scheme-adjust.rules.ts'

/** Of the budgets that pay for a scheme ($1), what those have to share that are to pay for it as well. */
export const payersOf = prepared<Payer>(
  'scheme.payers',
  `select distinct b.project_pool_code as "projectPoolCode", b.budget_dept_code as "budgetDeptCode", b.product_class as "productClass"
   from scheme s join scheme_funding f on f.scheme_id = s.id join budget_line b on b.code = f.budget_code where s.no = $1`,
)
