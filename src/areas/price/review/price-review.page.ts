import { lazy } from 'react'
import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { priceReview } from './price-review.doc.ts'

/** A price review on its pages, at both widths. */
export const page: DocumentPageSpec = { definition: priceReview, decidesOnLines: true }

/** Lazy-loaded: only people who decide have figures, and few prices lie below their floor. */
export const sections = [
  lazy(() => import('../shared/BelowFloor.tsx').then((module) => ({ default: module.BelowFloor }))),
  lazy(() => import('./ReviewFigures.tsx').then((module) => ({ default: module.ReviewFigures }))),
]
