import type { Language } from '#kernel/base/i18n/language.ts'
import { holding, type Principal } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { priceReview } from '../review/price-review.doc.ts'

/**
 * The applicant as the drafter of the review that their application becomes: with only the right to submit reviews, in the organisation of the
 * application. They need not hold this right themselves. Null where they have left the company.
 */
export async function applicantOf(
  tx: Tx,
  { drafterId, scopeId }: { readonly drafterId: number; readonly scopeId: number },
  language: Language,
): Promise<Principal | null> {
  const person = await principalOfUser(tx, drafterId, language)
  return person && { ...person, superAdmin: false, ...holding([priceReview.actions.submit.right], [scopeId]) }
}
