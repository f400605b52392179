import { priceForm } from '../shared/price-form.web.ts'
import { priceApplication } from './price-application.doc.ts'

/** The form of a price application, on desktop and phone. */
export const form = priceForm(priceApplication)
