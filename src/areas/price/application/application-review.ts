import type { priceReview } from '../review/price-review.doc.ts'

/** A price review that an application became, as its page links it. */
export interface ApplicationReview {
  readonly no: string
  readonly state: keyof (typeof priceReview)['states']
  /** Which page of it the reader may open: that of a request, or the form of a draft; null for a draft of another person. */
  readonly opens: 'page' | 'form' | null
  readonly formInstanceId: string | null
}
