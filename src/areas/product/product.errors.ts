import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why something about a product is refused. */
export const productErrors = defineErrors('product', {
  // B10.
  skuExists: { status: 409, params: ['code'] },
  sourceExists: { status: 409, params: ['code'] },
  eanLength: ['ean'],
  eanCheckDigit: ['ean', 'digit'],
  endOfLifeDay: [],
  noEndOfLife: [],
  otherCode: ['source', 'code'],
  mapIt: { status: 409, params: ['code'] },
  // Q20.
  oneThing: [],
  customs: [],
  oneLevel: [],
  stopBeforeLaunch: [],
  cartons: ['multiple'],
})
