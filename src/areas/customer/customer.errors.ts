import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why the customer area refuses. */
export const customerErrors = defineErrors('customer', {
  // B6; above itself it is kept from by the tree
  ownLegalEntity: [],
  parentNeeded: [],
  taxShape: ['country', 'like'],
  taxCheckDigit: ['digit'],
  taxTaken: { status: 409, params: ['value', 'name'] },
  similarName: { status: 409, params: ['names', 'codes'] },
  bankIncomplete: ['field'],
  // Q17
  oerpNeeded: [],
})
