import { prepared } from '#kernel/platform/db/statement.ts'

// The special prices that documents ask for: what orders may buy below the list, from the submit of a form until its end.

/** Claims the time of each product for a form's round, or reports that another document was faster. */
export const askSpecialPrices = prepared('price.ask-special', 'select special_price_ask($1, $2)')

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
