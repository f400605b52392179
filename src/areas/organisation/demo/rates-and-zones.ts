import { prepared } from '#kernel/platform/db/statement.ts'

/** A few distributors of each zone that the zone of the emerging markets sells to. */
export const seedWhiteCustomers = prepared(
  'seed demo white customers',
  `insert into war_zone_customer (code, war_zone_code, customer_code, reason, scope_id)
   select 'WZ-NEW/' || c.code, 'WZ-NEW', c.code, 'Opened with the emerging markets', c.scope_id
   from (select c.code, c.scope_id, row_number() over (partition by c.scope_id order by c.code) as place
     from customer c join country n on n.code = c.country_code join area a on a.id = n.area_id
     where c.kind = 'distributor' and c.state = 'enabled' and a.area_code in ('MEA', 'SEA', 'IN', 'ID')) c
   where c.place = 2 order by c.code limit 12`,
)

/** Adds the budget rates of the years that have rates. Running it again changes nothing. */
export const seedBudgetRates = prepared(
  'seed demo budget rates',
  `insert into currency_rate (code, currency_code, base_code, kind, valid_from, units)
   select r.currency || '/' || v.base || '/budget/' || v.year || '-01-01', r.currency, v.base, 'budget', make_date(v.year, 1, 1), r.units
   from year_rate r join year_rate_version v using (year, version) where version = 1 and r.currency <> v.base
   on conflict do nothing`,
)
