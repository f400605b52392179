import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Countries that have prices in a demonstration of usual size: of every area, with a currency each. */
const PRICED = ['IN', 'BD', 'ID', 'CN', 'DE', 'RU', 'MX', 'BR', 'AE', 'SA', 'TH', 'ZA']

/** What each product costs in each area, in the currencies of these countries: its price derives from the product's code, its cost from the price. */
const insertCosts = prepared(
  'seed demo costs',
  `with priced as (
     select a.id as area_id, a.organisation_id, s.code, y.currency, round(w.usd * y.units / u.units) as price
     from area a
     join lateral (select distinct on (r.currency) r.currency, r.units from country c join year_rate r on r.currency = c.currency
       where c.area_id = a.id and c.code = any(coalesce($3::text[], array[c.code])) and r.year = extract(year from $2::date) order by r.currency, r.version desc) y on true
     join lateral (select r.units from year_rate r where r.currency = 'USD' and r.year = extract(year from $2::date)
       order by r.version desc limit 1) u on true
     cross join sku s, lateral (select 120 + abs(hashtext(s.spu_code) % 60) * 10 as usd) w
     where a.biz_system = 'gs' and a.idc_code = any(coalesce($4::text[], array[a.idc_code]))
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

/**
 * Keys of every classification, for the trade terms and currencies of its customers, of the products that are sold in its area: of devices for the home
 * only in the common one. Some customers have prices of their own for some phones.
 */
const insertKeys = prepared(
  'seed demo price keys',
  `insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
   select distinct c.scope_id, c.area_id, case when w.is_own then null else c.code end, case when w.is_own then m.code end, k.sku_code, t.trade_term_code, k.currency
   from price_classification c
   join customer m on m.classification_code = c.code
   join customer_trade_term t on t.customer_code = m.code and t.enabled
   join country y on y.code = m.country_code
   join price_cost_key k on k.area_id = c.area_id and k.currency = y.currency
   join sku s on s.code = k.sku_code join spu u on u.code = s.spu_code join product_category g on g.code = u.category_code
   cross join (values (false), (true)) w (is_own)
   where exists (select from sku_sales_setting s where s.sku_code = k.sku_code and s.area_id = c.area_id)
     and (c.code like '%-01' or g.class <> 'iot') and (not w.is_own or m.code like '%5' and g.class = 'phone' and abs(hashtext(s.spu_code)) % 3 = $1)`,
)

/** The keys whose past is told: one model in three, for the common classification and one trade term of each area and currency, and for customers. */
const tellKeys = (kind: number): Statement => ({
  text: `create temporary table told_price on commit drop as
   select k.id, k.customer_code is not null as is_own, k.n, k.n / 3 as m, k.unit_cost, round(k.unit_cost / 0.82) as price from (
     select k.id, k.customer_code, c.unit_cost, abs(hashtext(s.spu_code)) as n, g.class,
       dense_rank() over (partition by k.area_id, k.currency, k.classification_code, k.customer_code order by k.trade_term_code) as term
     from price_key k join sku s on s.code = k.sku_code join spu u on u.code = s.spu_code join product_category g on g.code = u.category_code
     join price_cost_key q on q.area_id = k.area_id and q.sku_code = k.sku_code and q.currency = k.currency join price_cost c on c.key_id = q.id
     where k.customer_code is not null or k.classification_code like '%-01'
   ) k where k.term = 1 and k.class = 'phone' and k.n % 3 = $1`,
  values: [kind],
})

/** The first price of each key, which holds until today where no other is told of it. */
const insertPrices = prepared(
  'seed demo prices',
  `with written as (
     insert into price_row (id, row_id, version, key_id, valid_from, known_from, scope_id, price, tax_mode, cost_basis, margin, basis, source_type, party)
     select n.id, n.id, 1, k.id, day_begin($1::date, o.timezone), day_begin($1::date, o.timezone), k.scope_id, w.price, 'exclusive', c.unit_cost,
       price_margin(w.price, 'exclusive', 0, c.unit_cost), 'newProduct', 'demonstration', k.party
     from price_key k join organisation o on o.id = k.scope_id
     join price_cost_key q on q.area_id = k.area_id and q.sku_code = k.sku_code and q.currency = k.currency
     join price_cost c on c.key_id = q.id
     left join told_price t on t.id = k.id
     cross join lateral (select nextval('document_id') as id where k.id is not null) n
     cross join lateral (select round(c.unit_cost / 0.82 * case when t.id is null then 1 else 1.2 end) as price) w
     where t.is_own is not true
     returning id, key_id, known_from
   )
   insert into price_change (key_id, at, actor_id, act, after_id, document_type)
   select key_id, known_from, u.id, 'put', w.id, 'demonstration' from written w cross join (select id from app_user where account = 'hq.pricing') u`,
)

/**
 * Writes one step of many prices: a share ($6) of the price of now for every so-many-th model ($4), announced at $1, from $2 on or some days later ($5),
 * to the day $3 where it has a last one.
 */
const putStep = prepared(
  'seed demo price step',
  `select price_row_put(
     array_agg(row(null, null, null, s.id, s.begins, s.ends, null, null, null, s.scope_id, s.price, 'exclusive', 0, s.previous, s.unit_cost,
       price_margin(s.price, 'exclusive', 0, s.unit_cost), s.ladder, $8::text, null, null, 'demonstration', null, null, null, null)::price_row order by s.id),
     array_agg($7::text), array_agg('put'::text), array_agg(null::int), $1::timestamptz, (select id from app_user where account = 'hq.pricing'), 'demonstration',
     null, null, null)
   from (
     select t.id, k.scope_id, p.price, t.unit_cost,
       day_begin($2::date + case when $5::int > 0 then t.m % $5 else 0 end, o.timezone) as begins,
       day_begin($3::date + 1, o.timezone) as ends,
       (select r.price from price_row r where r.key_id = k.id and r.known_until is null
          and tstzrange(r.valid_from, r.valid_to) @> day_begin($2::date, o.timezone)) as previous,
       case when $9 and t.m % 3 = 0 then '0-100:' || p.price || ';100-500:' || round(p.price * 0.99, 2) || ';500-:' || round(p.price * 0.975, 2) end as ladder
     from told_price t join price_key k on k.id = t.id join organisation o on o.id = k.scope_id
     cross join lateral (select round(t.price * $6::numeric) as price) p
     where t.is_own = $10 and t.m % $4::int = 0
   ) s`,
)

/** Models whose prices have a past, by the rest of their number. */
const TOLD = 1
const DAY_MS = 86_400_000

interface Step {
  /** Days before today on which it was announced, and on which it begins and ends. */
  readonly said: number
  readonly from: number
  readonly to?: number
  /** Of the price of now. */
  readonly share: number
  /** The beginnings are spread over so many days, by product. */
  readonly spread?: number
  /** One model in so many. */
  readonly of?: number
  readonly basis: string
  readonly hasTiers?: true
  readonly isOwn?: true
}

/** Falling prices, what was announced for later, and promotions of now and then. */
function stepsOf(now: Date, since: Date): readonly Step[] {
  const age = Math.floor((now.getTime() - since.getTime()) / DAY_MS)
  const nextMonth = Math.ceil(
    (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - Math.floor(now.getTime() / DAY_MS) * DAY_MS) / DAY_MS,
  )
  const falls: readonly Step[] = [
    { said: 400, from: 390, share: 1.12, spread: 25, basis: 'marketPrice' },
    { said: 230, from: 220, share: 1.05, spread: 25, of: 2, basis: 'competitor' },
    { said: 90, from: 80, share: 1, spread: 25, basis: 'marketPrice', hasTiers: true },
  ]
  return [
    ...falls.filter(({ said }) => said < age),
    { said: 75, from: 50, to: 20, share: 0.97, of: 5, basis: 'promotion' },
    { said: 12, from: 8, to: -20, share: 0.97, of: 3, basis: 'promotion' },
    { said: 6, from: -nextMonth, share: 0.96, of: 2, basis: 'endOfLife' },
    { said: 200, from: 190, share: 0.98, isOwn: true, basis: 'competitor' },
    { said: 60, from: 50, to: 15, share: 0.96, isOwn: true, of: 2, basis: 'promotion' },
  ]
}

/** Statistics of tables that were just filled: without them the statements that follow are planned for empty ones, and take ten times as long. */
const analyzed = (...tables: readonly string[]): Statement => ({ text: `analyze ${tables.join(', ')}`, values: [] })

interface Extent {
  /** Of twelve countries, and of all where it is above 1. */
  readonly scale: number
  readonly regions: readonly string[] | 'all'
}

/** Product prices of the demonstration company's lists for two years, and their costs. */
export async function seedListPrices(tx: Tx, now: Date, { scale, regions }: Extent): Promise<void> {
  const [since, day] = [`${now.getUTCFullYear() - 1}-01-01`, now.toISOString().slice(0, 10)]
  await tx.run(insertCosts(since, day, scale > 1 ? null : PRICED, regions === 'all' ? null : regions))
  await tx.run(analyzed('price_cost_key', 'price_cost'))
  await tx.run(insertKeys(TOLD))
  await tx.run(tellKeys(TOLD))
  await tx.run(analyzed('price_key', 'told_price'))
  await tx.run(insertPrices(since))
  await tx.run(analyzed('price_row', 'price_change'))
  const dayOf = (back: number) => new Date(now.getTime() - back * DAY_MS).toISOString().slice(0, 10)
  for (const { said, from, to, share, spread = 0, of = 1, basis, hasTiers, isOwn } of stepsOf(now, new Date(since))) {
    const mode = to === undefined ? 'replace' : 'temporary'
    const at = new Date(now.getTime() - said * DAY_MS)
    const days = [dayOf(from), to === undefined ? null : dayOf(to)] as const
    await tx.run(putStep(at, ...days, of, spread, share, mode, basis, hasTiers ?? false, isOwn ?? false))
  }
  await tx.run(analyzed('price_row', 'price_change'))
}
