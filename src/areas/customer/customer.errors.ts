import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why the customer area refuses. */
export const customerErrors = defineErrors('customer', {
  // B6; the tree prevents it from being above itself
  ownLegalEntity: { status: 400, params: [] },
  parentNeeded: { status: 400, params: [] },
  taxShape: { status: 400, params: ['country', 'like'] },
  taxCheckDigit: { status: 400, params: ['digit'] },
  taxTaken: { status: 409, params: ['value', 'name'] },
  similarName: { status: 409, params: ['names', 'codes'] },
  bankIncomplete: { status: 400, params: ['field'] },
  // Q17
  oerpNeeded: { status: 400, params: [] },
})
