import { prepared } from '#kernel/platform/db/statement.ts'

/** Adds the budget rates of the years that have rates. Running it again changes nothing. */
export const seedBudgetRates = prepared(
  'seed demo budget rates',
  `insert into currency_rate (code, currency_code, base_code, kind, valid_from, units)
   select r.currency || '/' || v.base || '/budget/' || v.year || '-01-01', r.currency, v.base, 'budget', make_date(v.year, 1, 1), r.units
   from year_rate r join year_rate_version v using (year, version) where version = 1 and r.currency <> v.base
   on conflict do nothing`,
)
