import { lazy } from 'react'
import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { type PriceChecked, priceForm } from '../shared/price-form.web.ts'
import { priceReview } from './price-review.doc.ts'

/** The percentage has no column: it is set for many lines at once, and the exact price shows what it comes to. */
const COLUMNS = viewOf(priceReview).lines.columns.filter((name) => name !== 'percent')

/** The form of a price review, on desktop and phone. */
export const form: FormSpec<PriceChecked> = {
  ...priceForm(priceReview),
  lineColumns: () => COLUMNS,
  // A price that is typed no longer comes from a percentage.
  follows: { percent: { of: ['price'], from: () => '' } },
  Advice: lazy(() => import('./AddSpu.tsx').then((module) => ({ default: module.AddSpu }))),
  workbook: {
    kind: 'price-review-lines',
    parse: ({ idcCode }) => (idcCode ? `/gs/${idcCode}/oversea/aps/price/review/parse` : null),
  },
}
