import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { moveNoSql, priceMove } from '../classification/price-move.ts'

/** For whom and of what a document set prices, or a move took them away. */
export interface TouchedPrice {
  readonly areaId: number
  readonly customerCode: string | null
  readonly classificationCode: string | null
  readonly skuCode: string
  readonly currency: string
  /** From when on the document did. */
  readonly since: Date
}

/** A price that a document lowered: for whom, of what, from when. */
export interface PriceCut extends Omit<TouchedPrice, 'since'> {
  readonly sourceType: string
  readonly sourceId: string
  readonly sourceNo: string
  readonly effectiveAt: Date
  readonly oldPrice: string
  readonly newPrice: string
}

type Found = TouchedPrice & { readonly [K in Exclude<keyof PriceCut, keyof TouchedPrice>]: PriceCut[K] | null }

/** SQL of the price of a row without its tax. */
const net = (row: string) =>
  `round(case when ${row}.tax_mode = 'inclusive' then ${row}.price * 100 / (100 + ${row}.tax_rate) else ${row}.price end, 2)`

/**
 * What a document or a move ($1) set prices of, or took them from, each with the cuts of any document that stand there since. A cut is where a line of a document begins, and
 * the price just before is higher; where there is none just before, that of when the line was written. What goes on after another price is no cut.
 * Prices with different taxes are compared without them.
 */
const around = prepared<Found>(
  'price.cuts-around',
  `with touched as materialized (
     select k.area_id, k.party, k.customer_code, k.classification_code, k.sku_code, k.currency, min(r.valid_from) as since
     from price_change c
     join price_row r on r.id = case when c.act in ('put', 'move') then c.after_id when c.document_type = '${priceMove.type}' then c.before_id end
     join price_key k on k.id = r.key_id
     where c.document_id = $1 group by 1, 2, 3, 4, 5, 6
   )
   select t.area_id as "areaId", t.customer_code as "customerCode", t.classification_code as "classificationCode", t.sku_code as "skuCode", t.currency,
     t.since, l.source_type as "sourceType", l.source_id::text as "sourceId", l.source_no as "sourceNo", l.valid_from as "effectiveAt",
     l.before::text as "oldPrice", l.price::text as "newPrice"
   from touched t left join lateral (
     select r.source_type, r.source_id, case r.source_type when '${priceMove.type}' then ${moveNoSql('r.source_id')} else r.source_no end as source_no, r.line_no,
       r.valid_from, case when b.is_other then ${net('r')} else r.price end as price,
       case when b.is_other then b.net else coalesce(b.price, r.previous_price) end as before
     from price_key k join price_row r on r.key_id = k.id
     left join lateral (select b.price, ${net('b')} as net, b.tax_mode <> r.tax_mode or (r.tax_mode = 'inclusive' and b.tax_rate <> r.tax_rate) as is_other
       from price_row b where b.key_id = r.key_id and b.known_until is null and b.valid_from < r.valid_from and b.valid_to = r.valid_from) b on true
     where k.sku_code = t.sku_code and k.area_id = t.area_id and k.party = t.party and k.currency = t.currency
       and r.known_until is null and r.valid_from >= t.since and r.source_type in ('priceReview', 'priceApplication', 'priceFeed', '${priceMove.type}')
       and not exists (select from price_row e where e.key_id = r.key_id and e.known_until is null and e.valid_from < r.valid_from
         and e.source_type = r.source_type and e.source_id + 0 = r.source_id and e.line_no = r.line_no)
   ) l on l.price < l.before
   order by t.sku_code, t.party, l.valid_from, l.line_no`,
)

export interface CutsAround {
  readonly touched: readonly TouchedPrice[]
  readonly cuts: readonly PriceCut[]
}

/** What a price document or a move set prices of, and the cuts that stand there now: its own, and those of others that it may have changed. */
export async function cutsAround(tx: Tx, documentId: string): Promise<CutsAround> {
  const found = await tx.rows(around(documentId))
  const keyOf = (row: TouchedPrice) =>
    JSON.stringify([row.areaId, row.customerCode, row.classificationCode, row.skuCode, row.currency])
  return {
    touched: [...new Map(found.map((row) => [keyOf(row), row])).values()],
    cuts: found.filter((row): row is TouchedPrice & PriceCut => row.sourceId !== null),
  }
}
