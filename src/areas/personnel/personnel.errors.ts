import { defineErrors } from '#kernel/base/errors/errors.ts'

export const personnelErrors = defineErrors('personnel', {
  // F11
  resignsTooEarly: { status: 400, params: [] },
  resigned: { status: 409, params: ['day'] },
  assignedOutside: { status: 409, params: ['store', 'from'] },
  endsBeforeBegin: { status: 400, params: [] },
  overlaps: { status: 409, params: ['store', 'from', 'to'] },
  notEmployed: { status: 400, params: ['from', 'to'] },
})
