import { defineErrors } from '#kernel/base/errors/errors.ts'

export const storeErrors = defineErrors('store', {
  // F10
  futureTime: { status: 400, params: [] },
  // A customer warehouse without a customer.
  customerMissing: { status: 400, params: [] },
  // B20
  mustMatch: { status: 400, params: [] },
  notEmpty: { status: 409, params: ['warehouse'] },
  transferLocation: { status: 409, params: ['location'] },
  ownImage: { status: 400, params: [] },
  reasonMissing: { status: 400, params: [] },
  notPending: { status: 409, params: [] },
  passedStays: { status: 409, params: [] },
})
