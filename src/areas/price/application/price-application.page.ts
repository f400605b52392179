import { lazy } from 'react'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { priceReview } from '../review/price-review.doc.ts'
import { priceApplication } from './price-application.doc.ts'

/** A price application on its pages, at both widths; beyond the local authority it leads to the review that it became. */
export const page: DocumentPageSpec = {
  definition: priceApplication,
  decidesOnLines: true,
  made: ({ document }) =>
    document['authority'] === 'beyond'
      ? [
          {
            label: documentTexts(priceApplication).text('review'),
            to: withQuery(priceReview.pages.list, { applicationNo: document.no }),
          },
        ]
      : [],
}

/** Lazy-loaded: few prices lie below their floor. */
export const sections = [
  lazy(() => import('../shared/BelowFloor.tsx').then((module) => ({ default: module.BelowFloor }))),
]
