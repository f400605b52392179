import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** What each product costs in each area, in the currencies of its countries: its price derives from the product's code, its cost from the price. */
const insertCosts = prepared(
  'seed demo costs',
  `with priced as (
     select a.id as area_id, a.organisation_id, s.code, y.currency, round(w.usd * y.units / u.units) as price
     from area a
     join lateral (select distinct on (r.currency) r.currency, r.units from country c join year_rate r on r.currency = c.currency
       where c.area_id = a.id and r.year = extract(year from $2::date) order by r.currency, r.version desc) y on true
     join lateral (select r.units from year_rate r where r.currency = 'USD' and r.year = extract(year from $2::date)
       order by r.version desc limit 1) u on true
     cross join sku s, lateral (select 120 + abs(hashtext(s.spu_code) % 60) * 10 as usd) w
     where a.biz_system = 'gs'
   ), keys as (
     insert into price_cost_key (scope_id, area_id, sku_code, currency) select organisation_id, area_id, code, currency from priced
     returning id, area_id, sku_code, currency, scope_id
   ), costs as (
     insert into price_cost (id, row_id, version, key_id, valid_from, known_from, scope_id, unit_cost, floor_margin)
     select n.id, n.id, 1, k.id, day_begin($1::date, o.timezone), day_begin($1::date, o.timezone), k.scope_id, round(p.price * 0.82, 2), 8
     from keys k join organisation o on o.id = k.scope_id
     join priced p on p.area_id = k.area_id and p.code = k.sku_code and p.currency = k.currency
     cross join lateral (select nextval('document_id') as id where k.id is not null) n
     returning id, key_id, known_from
   )
   insert into price_cost_change (key_id, at, actor_id, act, after_id, document_type)
   select key_id, known_from, u.id, 'put', c.id, 'demonstration' from costs c cross join (select id from app_user where account = 'hq.pricing') u`,
)

/** Prices of every classification, for the trade terms and currencies of its customers, of the products that are sold in its area. */
const insertPrices = prepared(
  'seed demo prices',
  `with keys as (
     insert into price_key (scope_id, area_id, classification_code, sku_code, trade_term_code, currency)
     select distinct c.scope_id, c.area_id, c.code, k.sku_code, t.trade_term_code, k.currency
     from price_classification c
     join customer m on m.classification_code = c.code
     join customer_trade_term t on t.customer_code = m.code and t.enabled
     join country y on y.code = m.country_code
     join price_cost_key k on k.area_id = c.area_id and k.currency = y.currency
     where exists (select from sku_sales_setting s where s.sku_code = k.sku_code and s.area_id = c.area_id)
     returning id, area_id, sku_code, currency, scope_id
   ), written as (
     insert into price_row (id, row_id, version, key_id, valid_from, known_from, scope_id, price, tax_mode, cost_basis, margin, basis, source_type)
     select n.id, n.id, 1, k.id, day_begin($1::date, o.timezone), day_begin($1::date, o.timezone), k.scope_id, w.price, 'exclusive', c.unit_cost,
       price_margin(w.price, 'exclusive', 0, c.unit_cost), 'newProduct', 'demonstration'
     from keys k join organisation o on o.id = k.scope_id
     join price_cost_key q on q.area_id = k.area_id and q.sku_code = k.sku_code and q.currency = k.currency
     join price_cost c on c.key_id = q.id
     cross join lateral (select nextval('document_id') as id where k.id is not null) n
     cross join lateral (select round(c.unit_cost / 0.82) as price) w
     returning id, key_id, known_from
   )
   insert into price_change (key_id, at, actor_id, act, after_id, document_type)
   select key_id, known_from, u.id, 'put', w.id, 'demonstration' from written w cross join (select id from app_user where account = 'hq.pricing') u`,
)

/** Product prices of the demonstration company's lists, and their costs, since last year. */
export async function seedListPrices(tx: Tx, now: Date): Promise<void> {
  const [since, day] = [`${now.getUTCFullYear() - 1}-01-01`, now.toISOString().slice(0, 10)]
  await tx.run(insertCosts(since, day))
  await tx.run(insertPrices(since))
}
