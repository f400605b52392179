import { prepared } from '#kernel/platform/db/statement.ts'
import { dayOf } from '../shared/price-sql.ts'
import type { RowCost } from '../import/price-warnings.server.ts'
import { priceHolder, type PriceHolder, type WithHolder } from '../shared/held-by.server.ts'
import type { PriceFound } from './price-feed.rules.ts'

const GIVEN = `jsonb_to_recordset($1) as g ("row" int, area text, "areaId" int, classification text, customer text, sku text, term text, currency text,
  "from" date, "to" date)`
const PLACED = `(area a join organisation o on o.id = a.organisation_id) on (a.area_code = g.area or a.id = g."areaId") and a.biz_system = 'gs'`
/** Keys are found by their product: with old statistics the planner would read all keys of a trade term and currency for each row instead. */
const keyed = (
  area: string,
) => `k.sku_code = g.sku and k.area_id = ${area} and k.party = price_party(g.customer, g.classification)
  and k.trade_term_code || '' = g.term and k.currency || '' = g.currency`

/**
 * What rows ($1) are about, and what stands there now, by anything but the feeds of the same file: those with this reference ($2) and drafter ($3).
 * Rows of a key are found by it: the sum keeps the planner from reading all that a file wrote for each of them.
 */
export const pricesFound = prepared<WithHolder<PriceFound>>(
  'price.feed-facts',
  `with file as materialized (select coalesce(array_agg(d.id), '{}') as ids from price_feed d where d.reference = $2 and d.drafter_id = $3),
   -- Materialized, so that keys are found by product and area; the planner would read all keys of an area for each row.
   placed as materialized (select g.*, a.id as area_id, a.area_code, a.idc_code, a.organisation_id, a.currency as area_currency, o.timezone from ${GIVEN} left join ${PLACED})
   select g."row", g.customer, g.area_id as "areaId", g.area_code as "areaCode", g.idc_code as "idcCode", g.organisation_id as "scopeId",
     exists (select from country y where y.area_id = g.area_id and y.currency = g.currency) or coalesce(g.area_currency = g.currency, false) as "isCurrency",
     exists (select from price_classification p where p.code = g.classification and p.area_id = g.area_id and p.enabled) as "isClassification",
     exists (select from customer m join country y on y.code = m.country_code where m.code = g.customer and y.area_id = g.area_id and m.state = 'enabled') as "isCustomer",
     exists (select from sku s join spu p on p.code = s.spu_code where s.code = g.sku and s.enabled and p.enabled) as "isSku",
     (select c.class from sku s join spu p on p.code = s.spu_code join product_category c on c.code = p.category_code where s.code = g.sku) as "categoryClass",
     exists (select from trade_term t where t.code = g.term and t.enabled) and (g.customer is null or exists (select from customer_trade_term c
       where c.customer_code = g.customer and c.trade_term_code = g.term and c.enabled)) as "isTerm",
     l.id::text as last, coalesce(l.document_no, l.document_type) as "lastNo",
     (select ${priceHolder()} from price_hold h where h.key_id = k.id and tstzrange(h.valid_from, h.valid_to) && tstzrange(w.begins, w.ends) limit 1) as "heldBy",
     (select count(*) from price_row r where r.key_id = k.id and r.known_until is null and not coalesce(r.source_type = 'priceFeed' and r.source_id + 0 = any (v.ids), false)
        and r.valid_from > w.begins and (w.ends is null or r.valid_from < w.ends))::int as later,
     b.before
   from file v cross join placed g cross join lateral (select g.timezone) o
   left join price_key k on ${keyed('g.area_id')}
   cross join lateral (select case when g."to" >= g."from" or g."to" is null then day_begin(g."from", g.timezone) end as begins,
     case when g."to" >= g."from" then day_begin(g."to" + 1, g.timezone) end as ends) w
   left join lateral (select c.id, c.document_no, c.document_type from price_change c where c.key_id = k.id
     and not coalesce(c.document_type = 'priceFeed' and c.document_id = any (v.ids), false) order by c.id desc limit 1) l on true
   left join lateral (select jsonb_build_object('price', r.price::text, 'taxMode', r.tax_mode, 'taxRate', r.tax_rate::text, 'basis', r.basis,
       'from', ${dayOf('r.valid_from')}::text, 'to', (${dayOf('r.valid_to')} - 1)::text) as before
     from price_row r where r.key_id = k.id and r.known_until is null and not coalesce(r.source_type = 'priceFeed' and r.source_id + 0 = any (v.ids), false)
       and r.valid_from <= w.begins and (r.valid_to is null or r.valid_to > w.begins) limit 1) b on true
   order by g."row"`,
)

/** What the products of rows cost when their prices begin. */
export const costsOfRows = prepared<RowCost>(
  'price.feed-costs',
  `select g."row", c.unit_cost::text as "unitCost", c.floor_margin::text as "floorMargin" from ${GIVEN} join ${PLACED}
   cross join lateral price_cost_at(g.sku, a.id, g.currency, day_begin(g."from", o.timezone)) c`,
)

/** Makes the keys that are missing. */
export const makeKeys = prepared(
  'price.feed-make-keys',
  `insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
   select distinct a.organisation_id, a.id, g.classification, g.customer, g.sku, g.term, g.currency from ${GIVEN} join ${PLACED} order by 5, 2
   on conflict do nothing`,
)

export const lockKeys = prepared(
  'price.feed-lock-keys',
  `select k.id from ${GIVEN} join ${PLACED} join price_key k on ${keyed('a.id')} order by k.id for update of k`,
)

export const applied = prepared('price.feed-apply', 'select price_feed_apply($1)')
export const undone = prepared('price.feed-undo', 'select price_feed_undo($1, $2, $3)')

export interface InTheWay {
  readonly line: number
  readonly skuCode: string
  readonly no: string
  /** The document that holds the key, where none has changed it. */
  readonly heldBy: PriceHolder | null
}

/** What keeps a feed from being taken back. */
export const inTheWay = prepared<InTheWay>(
  'price.feed-in-the-way',
  `select w.line_no as line, w.sku_code as "skuCode", w.document_no as no,
     case when w.is_held then (select ${priceHolder()} from price_hold h join price_key k on k.id = h.key_id
       where h.document_no = w.document_no and k.sku_code = w.sku_code limit 1) end as "heldBy"
   from price_feed_in_the_way($1) w order by 1 limit 1000`,
)
