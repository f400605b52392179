import { keptArray, prepared } from '#kernel/platform/db/statement.ts'

/** What a product costs in an area, also where its cost is in another currency than the price (decision 133). */
export interface FoundCost {
  readonly skuCode: string
  readonly unitCost: string
  /** The least margin in percent that headquarters need not decide on. */
  readonly floorMargin: string
  /** The cost and the booking rate that it was converted from; null where nothing was converted. */
  readonly costOrigin: string | null
}

/** The costs of products ($2) in an area and a currency, at an instant ($4) or from the beginning of a day ($5). A product without one is missing. */
export const costsOf = prepared<FoundCost>(
  'price.costs-of',
  `select l.sku as "skuCode", c.unit_cost::text as "unitCost", c.floor_margin::text as "floorMargin", c.origin as "costOrigin"
   from unnest(${keptArray(2, 'text')}) as l (sku)
   join area a on a.id = $1 join organisation o on o.id = a.organisation_id
   cross join lateral price_cost_at(l.sku, a.id, $3, coalesce($4::timestamptz, day_begin($5::date, o.timezone))) c`,
)
