import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { schemeErrors } from '../scheme.errors.ts'

/** Why documents of schemes are refused, in English. */
export const errors: ErrorTexts<typeof schemeErrors> = {
  areaMismatch: 'The area does not belong to this data centre or scheme',
  customerUnknown: 'Customer {customer} does not exist in this area, or is not enabled',
  productUnknown: 'Product {product} does not exist, or is not enabled',
  productRequired: 'SKU ID and SPU ID: choose the product',
  skuNotOfSpu: 'SKU {sku} is not of SPU {spu}',
  mixedCategories: 'Items of different product categories cannot be added together',
  currencyIncomplete: 'Full currency or none at all',
  unitPriceIncomplete: 'Full unit price or none at all',
  currencyDiffers: 'The currency is {currency}; it has to be {expected}',
  budgetClassDiffers: 'Budget {budgetCode} is of another product category: all are phone or all IoT',
  datesReversed: 'The end cannot be before the start',
  deadlineTooEarly: 'The claim deadline cannot be before the end',
  basisNotOfType: 'A scheme of this type is not calculated from this',
  calculationMissing: 'Say how much: a unit amount, a rate or a ladder',
  calculationTwice: 'A unit amount, a rate or a ladder: one of them only',
  snapshotDayMissing: 'Price protection takes the stock of a day, and how many days before it are covered',
  quantityMissing: 'A unit amount takes a planned quantity',
  amountBeyondPlan: 'The planned amount {amount} is beyond unit amount times quantity, {planned} {currency}',
  overlaps: 'Scheme {no} is of the same type for this customer and product at the same time',
  retroactive: 'The scheme began on {day}, before anybody agreed to it: its approval goes through all levels',
  schemeUnknown: 'There is no scheme {no}',
  schemeNotRunning: 'Scheme {no} is {state}: this cannot be done any more',
  fundingUnknown: 'The scheme has no line {no}',
  fundingTwice: 'This scheme line is in line {first} already',
  afterDeadline: 'Nothing is withheld after the claim deadline, {deadline}',
  postedBefore: 'It cannot be posted before the month that it is of begins, {day}',
  exceedsWithholdable:
    'The accumulated withholding cannot exceed the withholdable amount: {amount} of {withholdable} {currency}',
  accruedBefore: 'This scheme line is withheld for the month already by {no}: what it lacked is an additional withhold',
  nothingAccrued: 'Nothing of {period} is withheld yet: an additional withhold comes after the one of the month',
}
