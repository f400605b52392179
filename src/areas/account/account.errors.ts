import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why an account is not changed. */
export const accountErrors = defineErrors('account', {
  own: { status: 403, params: [] },
  administrator: { status: 403, params: [] },
  hasRoles: { status: 400, params: ['roles'] },
  resigned: { status: 400, params: ['day'] },
  keepsTrace: { status: 409, params: [] },
  superiorOfItself: { status: 400, params: [] },
  successorLeaves: { status: 400, params: ['account'] },
})
