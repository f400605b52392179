import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { priceReview } from './price-review.doc.ts'

/** A price review on its pages, at both widths. */
export const page: DocumentPageSpec = { definition: priceReview }
