import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { type PriceChecked, priceForm } from '../shared/price-form.web.ts'
import { priceApplication } from './price-application.doc.ts'

/** The form of a price application, on desktop and phone. */
export const form: FormSpec<PriceChecked> = {
  ...priceForm(priceApplication),
  tables: { quotes: { shownWithValue: ['converted', 'conversion', 'rateOrigin', 'difference'] } },
}
