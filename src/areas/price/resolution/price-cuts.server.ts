import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** A price that a document lowered: for whom, of what, from when. */
export interface PriceCut {
  readonly areaId: number
  readonly customerCode: string | null
  readonly classificationCode: string | null
  readonly skuCode: string
  readonly currency: string
  readonly effectiveAt: Date
  readonly oldPrice: string
  readonly newPrice: string
}

/** The rows that a document wrote and that still stand, below what stood before them; a revoked one is no cut. */
const lowered = prepared<PriceCut>(
  'price.cuts',
  `select k.area_id as "areaId", k.customer_code as "customerCode", k.classification_code as "classificationCode",
     k.sku_code as "skuCode", k.currency, r.valid_from as "effectiveAt", r.previous_price::text as "oldPrice", r.price::text as "newPrice"
   from price_row r join price_key k on k.id = r.key_id
   where r.source_id = $1 and r.source_type in ('priceReview', 'priceApplication', 'priceFeed') and r.known_until is null and r.price < r.previous_price
   order by r.line_no, r.valid_from`,
)

/** The cuts of an approved price document, in the order of its lines. */
export async function cutsOf(tx: Tx, documentId: string): Promise<readonly PriceCut[]> {
  return tx.rows(lowered(documentId))
}
