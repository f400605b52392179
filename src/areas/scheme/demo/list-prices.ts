import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Every product in every area, in the area's currency: its price derives from the product's code, its cost from the price. */
const insertListPrices = prepared(
  'demo list prices',
  `insert into list_price (scope_id, area_id, sku_code, currency, price, unit_cost, floor_margin, valid_from)
   select a.organisation_id, a.id, s.code, y.currency, round(w.usd * y.units / u.units), round(w.usd * y.units / u.units * 0.82), 8, $1::date
   from area a
   join lateral (select distinct on (r.currency) r.currency, r.units from country c join year_rate r on r.currency = c.currency
     where c.area_id = a.id and r.year = extract(year from $2::date) order by r.currency, r.version desc) y on true
   join lateral (select r.units from year_rate r where r.currency = 'USD' and r.year = extract(year from $2::date)
     order by r.version desc limit 1) u on true
   cross join sku s, lateral (select 120 + abs(hashtext(s.spu_code) % 60) * 10 as usd) w
   where a.biz_system = 'gs' on conflict do nothing`,
)

/** Product prices of the demonstration company's lists, since last year. */
export async function seedListPrices(tx: Tx, now: Date): Promise<void> {
  await tx.run(insertListPrices(`${now.getUTCFullYear() - 1}-01-01`, now.toISOString().slice(0, 10)))
}
