import { defineErrors } from '#kernel/base/errors/errors.ts'

export const storeErrors = defineErrors('store', {
  // F10
  futureTime: [],
  // A warehouse of type customer without one.
  customerMissing: [],
  // B20
  mustMatch: [],
  notEmpty: { status: 409, params: ['warehouse'] },
  transferLocation: { status: 409, params: ['location'] },
  ownImage: [],
  reasonMissing: [],
  notPending: { status: 409 },
  passedStays: { status: 409 },
})
