import type { Language } from '#kernel/base/i18n/language.ts'
import { holding, type Principal } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { priceReview } from '../review/price-review.doc.ts'

/**
 * Whoever applied for prices, as the drafter of the review that their application becomes: with the one right that this needs, where the
 * application is. They need not hold it themselves. Null where they have left.
 */
export async function applicantOf(
  tx: Tx,
  { drafterId, scopeId }: { readonly drafterId: number; readonly scopeId: number },
  language: Language,
): Promise<Principal | null> {
  const person = await principalOfUser(tx, drafterId, language)
  return person && { ...person, superAdmin: false, ...holding([priceReview.actions.submit.right], [scopeId]) }
}
