import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { ledgerErrors } from '#kernel/base/errors/kernel-errors.ts'

/** Texts of refused postings, in English. */
export const ledgerErrorTexts = {
  insufficient: 'The available amount is not sufficient',
  alreadyPosted: 'This was already posted',
  reservationResolved: 'This reservation was already resolved',
} satisfies ErrorTexts<typeof ledgerErrors>
