import { paidCountry } from '#areas/budget/budget.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Payer } from '../adjustment/scheme-adjust.rules.ts'

/** The paying budgets of a scheme ($1): the values that further ones must share, and their valid days. */
export const payersOf = prepared<Payer>(
  'scheme.payers',
  `select b.code as "budgetCode", ${paidCountry('b')} as "countryCode", b.project_pool_code as "projectPoolCode", b.budget_dept_code as "budgetDeptCode", b.product_class as "productClass",
     greatest(b.valid_from, p.valid_from)::text as "validFrom", least(b.valid_to, p.valid_to)::text as "validTo", bool_or(o.cmt + o.acr > 0) as "isOpen"
   from scheme s join scheme_funding f on f.scheme_id = s.id join budget_line b on b.code = f.budget_code
   join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
   left join budget_pool p on p.area_id = b.area_id and p.project_pool_code = b.project_pool_code and p.year = b.year and p.currency = b.currency
   where s.no = $1 group by b.id, p.id order by b.code`,
)
