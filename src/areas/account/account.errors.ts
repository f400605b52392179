import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why an account is not changed. */
export const accountErrors = defineErrors('account', {
  own: { status: 403 },
  administrator: { status: 403 },
  hasRoles: ['roles'],
  resigned: ['day'],
  keepsTrace: { status: 409 },
  superiorOfItself: [],
  successorLeaves: ['account'],
})
