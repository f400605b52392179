import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Reasons of sign-in and sessions. */
export const accessErrors = defineErrors('access', {
  ticketInvalid: { status: 401 },
  ssoExitMissing: [],
  linkNotLocal: [],
  linkUsed: [],
  /** Answered like an ended session: the person signs in again, and the call is then repeated. */
  linkSpent: { status: 401 },
  linkReadOnly: { status: 403 },
  /** Answered by a fresh sign-in at the provider; the call is repeated then. */
  stepUp: { status: 403 },
  stepUpOther: { status: 403 },
  viewNotOf: { status: 403 },
  viewReason: [],
  viewReadOnly: { status: 403 },
  viewPersonal: { status: 403 },
  wholeOnly: { status: 403 },
  noSuchPerson: { status: 404 },
  accountMissing: [],
  noSuchDictionary: { status: 404 },
})
