import { defineErrors } from '#kernel/base/errors/errors.ts'

export const personnelErrors = defineErrors('personnel', {
  // F11
  resignsTooEarly: [],
  resigned: { status: 409, params: ['day'] },
  assignedOutside: { status: 409, params: ['store', 'from'] },
  endsBeforeBegin: [],
  overlaps: { status: 409, params: ['store', 'from', 'to'] },
  notEmployed: ['from', 'to'],
})
