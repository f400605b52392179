import type { Principal } from '#kernel/platform/access/principal.ts'
import { keptByText, type Statement } from '#kernel/platform/db/statement.ts'
import { seenRows } from '../shared/price-sql.ts'

export interface PriceOfDay {
  readonly skuCode: string
  readonly price: string
}

/** For whom the prices are, and the day from which they would change. */
export interface PriceParty {
  readonly areaId: number
  readonly classificationCode: string | null
  readonly customerCode: string | null
  readonly tradeTermCode: string
  readonly currency: string
  readonly day: string
}

/** What stands in the list for each product on the day, of keys that the person may see. */
export function pricesOfDay(
  principal: Principal,
  { areaId, classificationCode, customerCode, tradeTermCode, currency, day }: PriceParty,
  skuCodes: readonly string[],
): Statement<PriceOfDay> {
  const values: unknown[] = [skuCodes, areaId, classificationCode, customerCode, tradeTermCode, currency, day]
  const seen = seenRows(principal, (value) => `$${values.push(value)}`)
  return keptByText(
    'price.of-day',
    `select k.sku_code as "skuCode", r.price::text from price_key k
     join organisation o on o.id = k.scope_id
     join price_row r on r.key_id = k.id and r.known_until is null and r.valid_from <= day_begin($7::date, o.timezone)
       and (r.valid_to is null or r.valid_to > day_begin($7::date, o.timezone))
     where ${[
       'k.sku_code = any ($1::text[]) and k.area_id = $2 and k.party = price_party($4::text, $3::text)',
       'k.trade_term_code = $5 and k.currency = $6',
       ...seen,
     ].join(' and ')}`,
    values,
  )
}
