import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { priceErrors } from '../price.errors.ts'

/** Texts of refusals of prices, in English. */
export const errors: ErrorTexts<typeof priceErrors> = {
  areaMismatch: 'The area does not belong to this data centre',
  partyMissing: 'Price type is missing: say the price classification or the customer that the price is for',
  partyTwice: 'A price is for a classification or for a customer, not for both',
  classificationUnknown: 'Price classification {classification} does not exist in this area, or is not enabled',
  customerUnknown: 'Customer {customer} does not exist in this area, or is not enabled',
  tradeTermMissing: 'Trade term {term} is not configured for the customer',
  tradeTermUnknown: 'Trade term {term} does not exist, or is not enabled',
  productUnknown: 'Product {product} does not exist, or is not enabled',
  mixedCategories: 'Items of different product categories cannot be added together',
  skuTwice: 'SKU already exists in line {first}, for some of the same days',
  datesReversed: 'The end cannot be before the start',
  endMissing: 'A temporary price needs its last day',
  beginsInPast: 'A price that begins before today ({today}) has to say so: choose "Begins in the past"',
  taxRateMissing: 'Say the rate of the tax that the price contains',
  held: 'Document {no} is in approval for the same price',
  notOfReview: 'Product {product} is not in a line of this review',
  dayIsOver: 'The last day cannot be before today ({today})',
  nothingToEnd: 'No price of this review is in force after this day',
  nothingToRevoke: 'Every price of this review has begun, or was revoked',
  nothingToExtend: 'No price of this review ends before this day',
  laterPrice: 'Document {no} sets another price of {product} in this time',
  applicationInPast:
    'An application is for prices from today ({today}) on; a price that begins earlier needs a price review',
  quoteInFuture: 'Nobody has seen a price of a day to come',
  quoteMissing: 'A price that rests on competitors needs at least one of their quotes',
  applicantLeft: 'The applicant has left, so nobody can raise the price review that this needs: reject the application',
  wrongSku: 'Wrong SKU: {sku} is neither a SKU, nor an SPU or material with SKUs in life',
  areaUnknown: 'Area {area} does not exist, or you do not work there',
  currencyUnknown: 'Currency {currency} is not used in area {area}',
  taxRateTooHigh: 'The tax rate is at most {most} %',
  floorTooHigh: 'A least margin is below {most} %',
  changedSince: 'It has changed since: {no}',
  replacesLater: 'It ends {count} entries that begin later',
}
