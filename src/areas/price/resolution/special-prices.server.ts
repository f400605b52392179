import { prepared } from '#kernel/platform/db/statement.ts'

// The special prices that documents ask for: what orders may buy below the list, from the submit of a form until its end.

/** Claims the time of each product for a form's round, or reports that another document was faster. */
export const askSpecialPrices = prepared('price.ask-special', 'select special_price_ask($1, $2)')

/** A special price of another form. */
interface SpecialPriceBeside {
  readonly no: string
  readonly skuCode: string
}

/** Those of a customer ($1), trade term ($2), currency ($3) and products ($4) that are effective or asked for on some days ($5 to $6), without those of a form ($7). */
export const specialPricesBeside = prepared<SpecialPriceBeside>(
  'price.special-beside',
  `select document_no as no, sku_code as "skuCode" from special_price
   where customer_code = $1 and trade_term_code = $2 and currency = $3 and sku_code = any ($4::text[])
     and state in ('asked', 'effective') and valid_from <= $6::date and valid_to >= $5::date and ($7::bigint is null or document_id <> $7)
   order by id`,
)

/** Makes the asked ones of a round effective. */
export const makeSpecialPricesEffective = prepared(
  'price.special-effective',
  `update special_price set state = 'effective' where document_id = $1 and round = $2 and state = 'asked'`,
)

/** Gives up the asked ones of a round. */
export const dropSpecialPrices = prepared(
  'price.special-drop',
  `delete from special_price where document_id = $1 and round = $2 and state = 'asked'`,
)

export const closeSpecialPrices = prepared(
  'price.special-close',
  `update special_price set state = 'closed' where document_id = $1 and state = 'effective'`,
)

export const expireSpecialPrices = prepared(
  'price.special-expire',
  `update special_price set state = 'expired' where document_id = $1 and state = 'effective'`,
)
