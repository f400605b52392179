import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a request of the inbox, or a batch of its tasks, is refused. */
export const inboxErrors = defineErrors('inbox', {
  // Amounts are compared within one currency.
  currencyMissing: [],
  // Spec section 5: over 50 exceeds the limit.
  tooMany: ['limit'],
  none: [],
  short: ['account', 'missing', 'currency'],
})
