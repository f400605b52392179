import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { inboxErrors } from '../inbox.errors.ts'

/** Texts of refused batches, in English. */
export const inboxErrorTexts = {
  currencyMissing: 'Choose the currency that the amounts are in',
  tooMany: 'Over {limit} exceeds the limit',
  none: 'Choose at least one task',
  short: '{account}: {missing} {currency} too little, counting what stands before it',
} satisfies ErrorTexts<typeof inboxErrors>
