import { schemeSpecialPrice } from './scheme-special-price.doc.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { SpecialPricesLeft } from './SpecialPricesLeft.tsx'

/** Special prices on their pages, with the rest of each. */
export const page = schemePage(schemeSpecialPrice, 'special')

export const sections = [SpecialPricesLeft]
