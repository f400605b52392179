import { lazy } from 'react'
import { schemeSpecialPrice } from './scheme-special-price.doc.ts'
import { schemePage } from '../shared/scheme-page.web.ts'

/** Special prices on their pages, with the rest of each. */
export const page = schemePage(schemeSpecialPrice, 'special')

/** Lazy-loaded: only approved ones have a rest. */
export const sections = [
  lazy(() => import('./SpecialPricesLeft.tsx').then((module) => ({ default: module.SpecialPricesLeft }))),
]
