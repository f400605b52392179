import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a request of the inbox, or a batch of its tasks, is refused. */
export const inboxErrors = defineErrors('inbox', {
  // Amounts are compared within one currency (architecture, law 6).
  currencyMissing: { status: 400, params: [] },
  // Spec section 5: over 50 exceeds the limit.
  tooMany: { status: 400, params: ['limit'] },
  none: { status: 400, params: [] },
  short: { status: 400, params: ['account', 'missing', 'currency'] },
})
