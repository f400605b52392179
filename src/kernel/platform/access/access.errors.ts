import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Reasons of sign-in and sessions. */
export const accessErrors = defineErrors('access', {
  ticketInvalid: { status: 401, params: [] },
  ssoExitMissing: { status: 400, params: [] },
  linkNotLocal: { status: 400, params: [] },
  linkUsed: { status: 400, params: [] },
  /** Answered like an ended session: the person signs in themselves, and the page repeats the act for them. */
  linkSpent: { status: 401, params: [] },
  linkReadOnly: { status: 403, params: [] },
  /** The page answers it with a fresh sign-in at the provider and then repeats the call. */
  stepUp: { status: 403, params: [] },
  stepUpOther: { status: 403, params: [] },
  viewNotOf: { status: 403, params: [] },
  viewReason: { status: 400, params: [] },
  viewReadOnly: { status: 403, params: [] },
  viewPersonal: { status: 403, params: [] },
  wholeOnly: { status: 403, params: [] },
  noSuchPerson: { status: 404, params: [] },
  noSuchDictionary: { status: 404, params: [] },
})
