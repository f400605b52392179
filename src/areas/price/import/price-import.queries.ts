import { prepared } from '#kernel/platform/db/statement.ts'
import { IMPORTED } from './take-back.server.ts'
import { dayOf } from '../shared/price-sql.ts'

/** A row of the file, as statements get many of them at once. */
export interface AskedPrice {
  readonly row: number
  readonly area: string
  readonly classification: string | null
  readonly customer: string | null
  readonly sku: string
  readonly term: string
  readonly currency: string
  readonly from: string
  readonly to: string | null
  readonly price: string
  readonly taxMode: string
  readonly taxRate: string | null
  readonly basis: string | null
}

export interface PriceFound {
  readonly row: number
  readonly areaId: number | null
  readonly scopeId: number | null
  readonly isCurrency: boolean
  readonly isClassification: boolean
  readonly isCustomer: boolean
  readonly isSku: boolean
  readonly isTerm: boolean
  /** The last change of its key by anything but this run, and its document. */
  readonly last: string | null
  readonly lastNo: string | null
  readonly heldBy: string | null
  /** Entries that begin while this one holds, and end with it. */
  readonly later: number
  /** What stands when it begins. */
  readonly before: {
    readonly price: string
    readonly taxMode: string
    readonly taxRate: string
    readonly basis: string | null
    readonly from: string
    readonly to: string | null
  } | null
}

const GIVEN = `jsonb_to_recordset($1) as g ("row" int, area text, classification text, customer text, sku text, term text, currency text, "from" date, "to" date,
  price numeric, "taxMode" text, "taxRate" numeric, basis text)`
const OF_AREA = `join organisation o on o.id = a.organisation_id`
const PLACED = `join area a on a.area_code = g.area and a.biz_system = 'gs' ${OF_AREA}`
const KEYED = `k.sku_code = g.sku and k.area_id = a.id and k.party = price_party(g.customer, g.classification)
  and k.trade_term_code = g.term and k.currency = g.currency`
/** Rows of a key that this run wrote. They are found by their key: the sum keeps the planner from reading all that the run wrote for each of them. */
const OWN = (row: string) => `${row}.source_type = '${IMPORTED}' and ${row}.source_id + 0 = $2`

/** What rows of a file are about, and what stands there now. */
export const pricesFound = prepared<PriceFound>(
  'price.import-facts',
  `select g."row", a.id as "areaId", a.organisation_id as "scopeId",
     exists (select from country y where y.area_id = a.id and y.currency = g.currency) or coalesce(a.currency = g.currency, false) as "isCurrency",
     exists (select from price_classification p where p.code = g.classification and p.area_id = a.id and p.enabled) as "isClassification",
     exists (select from customer m join country y on y.code = m.country_code where m.code = g.customer and y.area_id = a.id and m.state = 'enabled') as "isCustomer",
     exists (select from sku s join spu p on p.code = s.spu_code where s.code = g.sku and s.enabled and p.enabled) as "isSku",
     exists (select from trade_term t where t.code = g.term and t.enabled) and (g.customer is null or exists (select from customer_trade_term c
       where c.customer_code = g.customer and c.trade_term_code = g.term and c.enabled)) as "isTerm",
     l.id::text as last, coalesce(l.document_no, l.document_type) as "lastNo",
     (select h.document_no from price_hold h where h.key_id = k.id and tstzrange(h.valid_from, h.valid_to) && tstzrange(w.begins, w.ends) limit 1) as "heldBy",
     (select count(*) from price_row r where r.key_id = k.id and r.known_until is null and not coalesce(${OWN('r')}, false)
        and r.valid_from > w.begins and (w.ends is null or r.valid_from < w.ends))::int as later,
     b.before
   from ${GIVEN}
   left join (area a ${OF_AREA}) on a.area_code = g.area and a.biz_system = 'gs'
   left join price_key k on ${KEYED}
   cross join lateral (select case when g."to" >= g."from" or g."to" is null then day_begin(g."from", o.timezone) end as begins,
     case when g."to" >= g."from" then day_begin(g."to" + 1, o.timezone) end as ends) w
   left join lateral (select c.id, c.document_no, c.document_type from price_change c where c.key_id = k.id
     and not (c.document_type = '${IMPORTED}' and coalesce(c.document_id = $2, false)) order by c.id desc limit 1) l on true
   left join lateral (select jsonb_build_object('price', r.price::text, 'taxMode', r.tax_mode, 'taxRate', r.tax_rate::text, 'basis', r.basis,
       'from', ${dayOf('r.valid_from')}::text, 'to', (${dayOf('r.valid_to')} - 1)::text) as before
     from price_row r where r.key_id = k.id and r.known_until is null and not coalesce(${OWN('r')}, false) and r.valid_from <= w.begins
       and (r.valid_to is null or r.valid_to > w.begins) limit 1) b on true
   order by g."row"`,
)

/** Makes the keys that are missing. */
export const makeKeys = prepared(
  'price.import-keys',
  `insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
   select distinct a.organisation_id, a.id, g.classification, g.customer, g.sku, g.term, g.currency from ${GIVEN} ${PLACED} order by 5, 2
   on conflict do nothing`,
)

export const lockKeys = prepared(
  'price.import-lock',
  `select k.id from ${GIVEN} ${PLACED} join price_key k on ${KEYED} order by k.id for update of k`,
)

/**
 * Writes prices. Of rows of one file that are about the same time the one that begins later holds, in whichever order and in however many parts they
 * are written; what stood before is ended for their time.
 */
export const writePrices = prepared(
  'price.import-write',
  `with asked as materialized (
     select g.*, k.id as key_id, a.organisation_id as scope_id, day_begin(g."from", o.timezone) as begins, day_begin(g."to" + 1, o.timezone) as ends,
       (select r.price from price_row r where r.key_id = k.id and r.known_until is null and not coalesce(${OWN('r')}, false)
          and tstzrange(r.valid_from, r.valid_to) @> day_begin(g."from", o.timezone)) as previous,
       (select c.unit_cost from price_cost_key q join price_cost c on c.key_id = q.id and c.known_until is null
          and tstzrange(c.valid_from, c.valid_to) @> day_begin(g."from", o.timezone)
        where q.sku_code = g.sku and q.area_id = a.id and q.currency = g.currency) as cost
     from ${GIVEN} ${PLACED} join price_key k on ${KEYED}
   ), later as (
     select a.*, range_agg(tstzrange(a.begins, a.ends)) over (partition by a.key_id order by a.begins rows between 1 following and unbounded following) as beside
     from asked a
   ), pieces as (
     select a.*, lower(p) as lo, upper(p) as hi from later a
     cross join lateral (
       select range_agg(tstzrange(r.valid_from, r.valid_to)) as before from price_row r
       where r.key_id = a.key_id and r.known_until is null and ${OWN('r')}
         and (select min(f.valid_from) from price_row f where f.key_id = r.key_id and ${OWN('f')} and f.line_no = r.line_no) > a.begins
     ) t
     cross join lateral unnest(tstzmultirange(tstzrange(a.begins, a.ends)) - coalesce(a.beside, '{}'::tstzmultirange)
       - coalesce(t.before, '{}'::tstzmultirange)) as p
   )
   select price_row_put(
     array_agg(row(null, null, null, p.key_id, p.lo, p.hi, null, null, null, p.scope_id, p.price, p."taxMode", coalesce(p."taxRate", 0), p.previous, p.cost,
       price_margin(p.price, p."taxMode", p."taxRate", p.cost), null, p.basis, null, (select u.job_title from app_user u where u.id = $4), '${IMPORTED}', $2::bigint,
       $5::text, p."row", null)::price_row order by p."row", p.lo),
     array_agg('temporary'::text), array_agg('put'::text), array_agg(p."row" order by p."row", p.lo), $3, $4, '${IMPORTED}', $2, $5, null)
   from pieces p`,
)
