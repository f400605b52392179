import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { productErrors } from '../product.errors.ts'

/** Texts of refusals about products, in English. Only the server uses them, so no page loads them. */
export const errors = {
  skuExists: 'SKU already exists: {code}',
  sourceExists: 'SKU already exists: {code} is mapped in this system, and only once',
  eanLength: 'An EAN has 13 digits; {ean} has not',
  eanCheckDigit: '{ean}: the last digit does not fit. It would be {digit}; look for a mistyped digit',
  endOfLifeDay: 'Say from which day it is at the end of its life',
  noEndOfLife: 'Only what is at the end of its life has such a day',
  otherCode: 'Mapped on the code of the SKU: {source} cannot be {code}',
  mapIt: 'SKU {code} is there: the same code in a source system is the same SKU, so this row is mapped to it',
  oneThing: 'Either a material or a SKU',
  customs: 'Needed for an SKD kit: plant, HS code and country of origin',
  oneLevel: 'A channel or a customer, not both',
  stopBeforeLaunch: 'The stop day must be after the launch day',
  cartons: 'The minimum is sold in cartons: a multiple of {multiple}',
} satisfies ErrorTexts<typeof productErrors>
