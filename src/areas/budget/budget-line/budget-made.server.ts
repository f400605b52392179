import { prepared } from '#kernel/platform/db/statement.ts'

// Creates accounts when money first comes to them. Safe under concurrency.

/** The pool of an area, year and currency: area, pool, year, currency. */
export const makePool = prepared(
  'budget.make-pool',
  `with missing as (select a.id, a.organisation_id from area a where a.id = $1 and not exists (select from budget_pool p
     where p.area_id = $1 and p.project_pool_code = $2 and p.year = $3 and p.currency = $4)),
   made as (insert into budget_pool (id, scope_id, area_id, project_pool_code, year, currency)
     select nextval('budget_account_id'), missing.organisation_id, $1, $2, $3, $4 from missing
     on conflict on constraint budget_pool__key do nothing returning id, currency)
   insert into budget_account (id, currency) select id, currency from made`,
)

/** Headquarters' funding account of a year: year, currency. It only records, because the limit is in the company's plan. */
export const makeSource = prepared(
  'budget.make-source',
  `with made as (insert into budget_source (id, year, currency)
     select nextval('budget_account_id'), $1, $2
     where not exists (select from budget_source where year = $1 and currency = $2 and kind = 'source')
     on conflict on constraint budget_source__key do nothing returning id, currency)
   insert into budget_account (id, currency, mode) select id, currency, 'tracking' from made`,
)

/** Headquarters' account of recoveries from closed years: year, currency. */
export const makeRecovery = prepared(
  'budget.make-recovery',
  `with made as (insert into budget_source (id, year, currency, kind)
     select nextval('budget_account_id'), $1, $2, 'recovery'
     where not exists (select from budget_source where year = $1 and currency = $2 and kind = 'recovery')
     on conflict on constraint budget_source__key do nothing returning id, currency)
   insert into budget_account (id, currency) select id, currency from made`,
)
