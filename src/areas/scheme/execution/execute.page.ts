import { lazy } from 'react'
import { schemeExecute } from './scheme-execute.doc.ts'
import { schemePage } from '../shared/scheme-page.web.ts'

export const page = schemePage(schemeExecute)

/** Lazy-loaded: nothing is settled before an approval. */
export const sections = [
  lazy(() => import('../settlement/SettlementSection.tsx').then((module) => ({ default: module.SettlementSection }))),
]
