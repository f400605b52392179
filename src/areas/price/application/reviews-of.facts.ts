import { Type } from 'typebox'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { readerOf } from '#kernel/engine/document/document-access.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { nullable, oneOf, text } from '#kernel/platform/http/wire-schemas.ts'
import { priceReview } from '../review/price-review.doc.ts'
import type { ApplicationReview } from './application-review.ts'

const reviewsOf = prepared<{ id: string; no: string; state: ApplicationReview['state']; round: number }>(
  'price.reviews-of-application',
  'select r.id::text, r.no, r.state, r.round from price_review r where r.application_no = $1 order by r.id',
)

/** The price reviews that an application became, as far as the reader may see them: one that is another person's draft cannot be opened yet. */
export async function applicationReviews(
  tx: Tx,
  { principal }: RequestContext,
  { wire }: LoadedDocument,
): Promise<{ readonly reviews: readonly ApplicationReview[] }> {
  const reviews: ApplicationReview[] = []
  for (const { id, no, state, round } of await tx.rows(reviewsOf(wire['no']))) {
    const reader = await readerOf(tx, principal, priceReview, id)
    if (reader === null) continue
    const opens = reader === 'notYet' ? null : round > 0 ? 'page' : 'form'
    reviews.push({
      no,
      state,
      opens,
      formInstanceId: opens === 'page' ? formInstanceId({ documentId: id, round }) : null,
    })
  }
  return { reviews }
}

export const applicationReviewsSchema = Type.Object({
  reviews: Type.Array(
    Type.Object(
      {
        no: text,
        state: oneOf(Object.keys(priceReview.states) as ApplicationReview['state'][]),
        opens: nullable(oneOf(['page', 'form'])),
        formInstanceId: nullable(text),
      },
      { title: 'ApplicationReview' },
    ),
  ),
})
