import { prepared } from '#kernel/platform/db/statement.ts'

// Carried amounts go to the same keys in the first month of the next year; missing lines are planned.

/**
 * The target budgets in the next year: the same key in its first month, with the old one's settings. Funding parents
 * must exist first: the statement runs for them before.
 */
export const planNextYear = prepared(
  'budget.plan-next-year',
  `with old as (
     select distinct on (l.area_id, l.project_pool_code, l.budget_dept_code, l.country_code, l.project_code, l.fsc_id, l.sub_busi_code,
         l.product_line_code, l.product_class, l.currency) l.*, a.mode, a.tolerance
     from budget_line l join budget_account a on a.id = l.id
     where l.area_id = $2 and case when $3 then l.id in (select c.parent_id from budget_line c where c.code = any ($1::text[])) else l.code = any ($1::text[]) end
     order by l.area_id, l.project_pool_code, l.budget_dept_code, l.country_code, l.project_code, l.fsc_id, l.sub_busi_code,
       l.product_line_code, l.product_class, l.currency, l.month desc
   ), made as (
     insert into budget_line (scope_id, area_id, year, month, project_pool_code, budget_dept_code, product_class, currency, country_code,
       project_code, fsc_id, sub_busi_code, product_line_code, level, owner_id, parent_id)
     select o.scope_id, o.area_id, o.year + 1, 1, o.project_pool_code, o.budget_dept_code, o.product_class, o.currency, o.country_code,
       o.project_code, o.fsc_id, o.sub_busi_code, o.product_line_code, o.level, o.owner_id,
       (select n.id from budget_line q join budget_line n on n.area_id = q.area_id and n.year = q.year + 1 and n.month = 1
          and n.project_pool_code = q.project_pool_code and n.budget_dept_code = q.budget_dept_code and n.country_code = q.country_code
          and n.project_code = q.project_code and n.fsc_id = q.fsc_id and n.sub_busi_code = q.sub_busi_code
          and n.product_line_code = q.product_line_code and n.product_class = q.product_class and n.currency = q.currency
        where q.id = o.parent_id)
     from old o on conflict on constraint budget_line__key do nothing
     returning *
   )
   insert into budget_account (id, currency, mode, tolerance)
   select m.id, m.currency, o.mode, o.tolerance from made m join old o using (area_id, project_pool_code, budget_dept_code, country_code,
     project_code, fsc_id, sub_busi_code, product_line_code, product_class, currency)`,
)

/** The pools of the next year, by this year's. */
export const planNextPool = prepared(
  'budget.plan-next-pool',
  `with old as (
     select p.*, a.mode, a.tolerance from budget_pool p join budget_account a on a.id = p.id
     where p.id = any ($1::bigint[]) and not exists (select from budget_pool n where n.area_id = p.area_id
       and n.project_pool_code = p.project_pool_code and n.year = p.year + 1 and n.currency = p.currency)
   ), numbered as (select nextval('budget_account_id') as new_id, old.* from old),
   account as (insert into budget_account (id, currency, mode, tolerance) select new_id, currency, mode, tolerance from numbered returning id)
   insert into budget_pool (id, scope_id, area_id, project_pool_code, year, currency, owner_id)
   select n.new_id, n.scope_id, n.area_id, n.project_pool_code, n.year + 1, n.currency, n.owner_id
   from numbered n join account on account.id = n.new_id on conflict on constraint budget_pool__key do nothing`,
)
