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
