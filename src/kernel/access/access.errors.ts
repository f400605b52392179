import { defineErrors } from '#kernel/errors/errors.ts'

/** Reasons of sign-in and sessions. */
export const accessErrors = defineErrors('access', {
  ticketInvalid: { status: 401, params: [] },
  ssoExitMissing: { status: 400, params: [] },
  linkNotLocal: { status: 400, params: [] },
  noSuchPerson: { status: 404, params: [] },
  noSuchDictionary: { status: 404, params: [] },
})
