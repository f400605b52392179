import { lazy } from 'react'
import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { type PriceChecked, priceForm } from '../shared/price-form.web.ts'
import { priceReview } from './price-review.doc.ts'

/** The form of a price review, on desktop and phone. */
export const form: FormSpec<PriceChecked> = {
  ...priceForm(priceReview),
  DeskAdvice: lazy(() => import('./AddSpu.tsx').then((module) => ({ default: module.AddSpu }))),
  workbook: {
    kind: 'price-review-lines',
    parse: ({ idcCode }) => (idcCode ? `/gs/${idcCode}/oversea/aps/price/review/parse` : null),
  },
}
