import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why the inbox, or a batch of its tasks, does not answer. */
export const inboxErrors = defineErrors('inbox', {
  // Amounts are compared within one currency (architecture, law 6).
  currencyMissing: [],
  // Spec section 5: over 50 exceeds the limit.
  tooMany: ['limit'],
  none: [],
  short: ['account', 'missing', 'currency'],
})
