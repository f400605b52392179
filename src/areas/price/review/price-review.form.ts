import { priceForm } from '../shared/price-form.web.ts'
import { priceReview } from './price-review.doc.ts'

/** The form of a price review, on desktop and phone. */
export const form = priceForm(priceReview)
