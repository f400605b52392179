import { lazy } from 'react'
import { formAddress, pageAddress } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { priceReview } from '../review/price-review.doc.ts'
import type { ApplicationReview } from './application-review.ts'
import { priceApplication } from './price-application.doc.ts'

function addressOf({ no, opens, formInstanceId }: ApplicationReview, width: 'pc' | 'mobile'): string | null {
  if (formInstanceId !== null) return pageAddress(priceReview, width, formInstanceId)
  return opens === 'form' ? formAddress(priceReview, width, no) : null
}

/** A price application on its pages, at both widths; beyond the local authority it leads to the review that it became. */
export const page: DocumentPageSpec<{ readonly reviews: readonly ApplicationReview[] }> = {
  definition: priceApplication,
  decidesOnLines: true,
  made({ decisionFacts }, width) {
    const texts = documentTexts(priceApplication)
    return (decisionFacts?.reviews ?? []).map((review) => ({
      // Reviews have the states of applications.
      label: texts.text('review', { no: review.no, state: texts.state(review.state) }),
      to: addressOf(review, width),
    }))
  },
}

/** Lazy-loaded: few prices lie below their floor. */
export const sections = [
  lazy(() => import('../shared/BelowFloor.tsx').then((module) => ({ default: module.BelowFloor }))),
]
