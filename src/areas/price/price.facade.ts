/** All that other areas may call of this one. */
export { priceApplication } from './application/price-application.doc.ts'
export { priceMove } from './classification/price-move.ts'
export { type CutsAround, cutsAround, type PriceCut } from './resolution/price-cuts.server.ts'
export { costsOf, type FoundCost } from './resolution/costs-of.server.ts'
export { type PriceColumns, pricesStatement, readPrices } from './resolution/price-at.server.ts'
export { priceFeed } from './feed/price-feed.doc.ts'
export type { PriceAnswer, PriceAsk } from './resolution/price-at.rules.ts'
export {
  askSpecialPrices,
  closeSpecialPrices,
  dropSpecialPrices,
  expireSpecialPrices,
  makeSpecialPricesEffective,
  specialPricesBeside,
} from './resolution/special-prices.server.ts'
export { formsOfSpecialPricesUntil, joinSpecialPrices } from './resolution/special-price-sql.ts'
export { specialPricesLeft } from './resolution/special-prices-left.server.ts'
export { PRICE_ROLE } from './shared/price-role.ts'
export { priceReview } from './review/price-review.doc.ts'
