import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why something about a product is refused. */
export const productErrors = defineErrors('product', {
  // B10.
  skuExists: { status: 409, params: ['code'] },
  sourceExists: { status: 409, params: ['code'] },
  eanLength: { status: 400, params: ['ean'] },
  eanCheckDigit: { status: 400, params: ['ean', 'digit'] },
  endOfLifeDay: { status: 400, params: [] },
  noEndOfLife: { status: 400, params: [] },
  otherCode: { status: 400, params: ['source', 'code'] },
  mapIt: { status: 409, params: ['code'] },
  // Q20.
  oneThing: { status: 400, params: [] },
  customs: { status: 400, params: [] },
  oneLevel: { status: 400, params: [] },
  stopBeforeLaunch: { status: 400, params: [] },
  cartons: { status: 400, params: ['multiple'] },
})
