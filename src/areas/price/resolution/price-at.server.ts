import { keptArray, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { lastTo } from '../shared/price-sql.ts'
import { type FoundPrice, type PriceAnswer, type PriceAsk, resolvePrice } from './price-at.rules.ts'

/**
 * What stands for each product ($5), for a customer ($2) or a classification ($8), a trade term and a currency, at an instant: a special price with units left, the row of the
 * customer, that of their classification, and what the product costs. Each is found by an index, once for each line.
 */
const found = prepared<FoundPrice>(
  'price.at',
  `select (l.n - 1)::int as line, s.special, c.own, g.classified, k.cost
   from unnest(${keptArray(5, 'text')}) with ordinality as l (sku, n)
   join area a on a.id = $1 join organisation o on o.id = a.organisation_id
   cross join lateral (select coalesce($6::timestamptz, day_begin($7::date, o.timezone)) as at,
     coalesce($7::date, (($6::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date) as day) w
   left join customer u on u.code = $2
   left join lateral (select jsonb_build_object('id', p.id::text, 'no', p.document_no, 'price', p.price::text,
       'left', p.quantity_cap - p.reserved - p.used) as special
     from special_price p where p.customer_code = $2 and p.trade_term_code = $3 and p.currency = $4 and p.sku_code = l.sku and p.state = 'effective'
       and daterange(p.valid_from, p.valid_to, '[]') @> w.day) s on true
   left join lateral (select jsonb_build_object('id', r.row_id::text, 'version', r.version, 'price', r.price::text, 'ladder', r.ladder, 'taxMode', r.tax_mode,
       'taxRate', r.tax_rate::text, 'no', r.source_no, 'from', r.valid_from, 'to', r.valid_to) as own
     from price_key q cross join ${lastTo('price_row', 'r', 'q.id', 'w.at')}
     where (r.valid_to is null or r.valid_to > w.at) and q.sku_code = l.sku and q.area_id = $1 and q.party = price_party($2, null) and q.trade_term_code = $3 and q.currency = $4) c on true
   left join lateral (select jsonb_build_object('id', r.row_id::text, 'version', r.version, 'price', r.price::text, 'ladder', r.ladder, 'taxMode', r.tax_mode,
       'taxRate', r.tax_rate::text, 'no', r.source_no, 'from', r.valid_from, 'to', r.valid_to) as classified
     from price_key q cross join ${lastTo('price_row', 'r', 'q.id', 'w.at')}
     where (r.valid_to is null or r.valid_to > w.at) and q.sku_code = l.sku and q.area_id = $1 and q.party = price_party(null, coalesce($8::text, u.classification_code)) and q.trade_term_code = $3
       and q.currency = $4) g on true
   left join lateral (select jsonb_build_object('unitCost', t.unit_cost::text, 'floorMargin', t.floor_margin::text) as cost
     from price_cost_key q cross join ${lastTo('price_cost', 't', 'q.id', 'w.at')}
     where (t.valid_to is null or t.valid_to > w.at) and q.sku_code = l.sku and q.area_id = $1 and q.currency = $4) k on true
   order by l.n`,
)

/** The statement of `pricesOf`, for facts of documents. */
export function pricesStatement({
  areaId,
  customerCode,
  classificationCode,
  tradeTermCode,
  currency,
  at,
  lines,
}: PriceAsk): Statement<FoundPrice> {
  const skus = lines.map(({ skuCode }) => skuCode)
  return found(
    areaId,
    customerCode,
    tradeTermCode,
    currency,
    skus,
    at instanceof Date ? at : null,
    at instanceof Date ? null : at,
    classificationCode ?? null,
  )
}

/** What that statement found, for the same lines. */
export function readPrices(rows: readonly FoundPrice[], { lines }: Pick<PriceAsk, 'lines'>): readonly PriceAnswer[] {
  return rows.map((row) => resolvePrice(lines[row.line]!, row))
}

/**
 * The prices of products for a customer at an instant, with where each comes from. Amounts are decimal texts in the asked currency; a product without a
 * price has none, because neither another currency nor another trade term stands in for it (domain.md 5).
 */
export async function priceAt(tx: Tx, ask: PriceAsk): Promise<readonly PriceAnswer[]> {
  return readPrices(await tx.rows(pricesStatement(ask)), ask)
}
