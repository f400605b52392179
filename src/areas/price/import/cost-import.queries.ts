import { prepared } from '#kernel/platform/db/statement.ts'
import { IMPORTED } from './take-back.server.ts'

/** A row of the file, as statements get many of them at once. */
export interface AskedCost {
  readonly row: number
  readonly area: string
  readonly sku: string
  readonly currency: string
  readonly cost: string
  readonly floor: string
  readonly from: string
}

export interface CostFound {
  readonly row: number
  readonly areaId: number | null
  readonly scopeId: number | null
  readonly isCurrency: boolean
  readonly isSku: boolean
  /** The last change of its key by anything but this run, and its document. */
  readonly last: string | null
  readonly lastNo: string | null
  /** Entries that begin later, and end with it. */
  readonly later: number
  readonly before: { readonly cost: string; readonly floor: string; readonly from: string } | null
}

const GIVEN = `jsonb_to_recordset($1) as g ("row" int, area text, sku text, currency text, cost numeric, floor numeric, "from" date)`
const OF_AREA = `join organisation o on o.id = a.organisation_id`
const PLACED = `join area a on a.area_code = g.area and a.biz_system = 'gs' ${OF_AREA}`
const KEYED = `k.sku_code = g.sku and k.area_id = a.id and k.currency = g.currency`
/** A cost has no number of its source but that of its run. */
const OWN = (row: string, no: string) => `${row}.source_no is not distinct from ${no}::text`

/** What rows of a file are about, and what stands there now. */
export const costsFound = prepared<CostFound>(
  'price.cost-import-facts',
  `select g."row", a.id as "areaId", a.organisation_id as "scopeId",
     exists (select from country y where y.area_id = a.id and y.currency = g.currency) or coalesce(a.currency = g.currency, false) as "isCurrency",
     exists (select from sku s join spu p on p.code = s.spu_code where s.code = g.sku and s.enabled and p.enabled) as "isSku",
     l.id::text as last, coalesce(l.document_no, l.document_type) as "lastNo",
     (select count(*) from price_cost r where r.key_id = k.id and r.known_until is null and not ${OWN('r', '$3')} and r.valid_from > w.begins)::int as later,
     b.before
   from ${GIVEN}
   left join (area a ${OF_AREA}) on a.area_code = g.area and a.biz_system = 'gs'
   left join price_cost_key k on ${KEYED}
   cross join lateral (select day_begin(g."from", o.timezone) as begins) w
   left join lateral (select c.id, c.document_no, c.document_type from price_cost_change c where c.key_id = k.id
     and not (c.document_type = '${IMPORTED}' and coalesce(c.document_id = $2, false)) order by c.id desc limit 1) l on true
   left join lateral (select jsonb_build_object('cost', r.unit_cost::text, 'floor', r.floor_margin::text,
       'from', ((r.valid_from at time zone 'UTC') + substr(o.timezone, 4)::interval)::date::text) as before
     from price_cost r where r.key_id = k.id and r.known_until is null and not ${OWN('r', '$3')} and r.valid_from <= w.begins
       and (r.valid_to is null or r.valid_to > w.begins) limit 1) b on true
   order by g."row"`,
)

/** Makes the keys that are missing. */
export const makeCostKeys = prepared(
  'price.cost-import-keys',
  `insert into price_cost_key (scope_id, area_id, sku_code, currency)
   select distinct a.organisation_id, a.id, g.sku, g.currency from ${GIVEN} ${PLACED} order by 3, 2 on conflict do nothing`,
)

export const lockCostKeys = prepared(
  'price.cost-import-lock',
  `select k.id from ${GIVEN} ${PLACED} join price_cost_key k on ${KEYED} order by k.id for update of k`,
)

/** Writes costs: each holds until the next of its key in the file begins, in however many parts these are written. */
export const writeCosts = prepared(
  'price.cost-import-write',
  `with asked as materialized (
     select g.*, k.id as key_id, a.organisation_id as scope_id, day_begin(g."from", o.timezone) as begins
     from ${GIVEN} ${PLACED} join price_cost_key k on ${KEYED}
   ), pieces as (
     select a.*, least(lead(a.begins) over (partition by a.key_id order by a.begins),
       (select min(r.valid_from) from price_cost r where r.key_id = a.key_id and r.known_until is null and ${OWN('r', '$5')} and r.valid_from > a.begins)) as ends
     from asked a
   )
   select price_cost_put(
     array_agg(row(null, null, null, p.key_id, p.begins, p.ends, null, null, null, p.scope_id, p.cost, p.floor, $5::text)::price_cost order by p."row"),
     array_agg('temporary'::text), array_agg('put'::text), array_agg(p."row" order by p."row"), $3, $4, '${IMPORTED}', $2, $5, null)
   from pieces p`,
)
