import type { SchemeSegment } from '../scheme-routes.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'
import { schemeText } from './scheme-texts.ts'

/** The documents by their part of the address, each in a chunk of its own. Fetched itself when one is opened: no first load carries it. */
const documents: Readonly<Record<SchemeSegment, () => Promise<{ readonly document: SchemeDocumentWeb }>>> = {
  application: () => import('./application.ts'),
  withhold: () => import('./withhold.ts'),
  reversal: () => import('./reversal.ts'),
  execute: () => import('./execute.ts'),
  terminal: () => import('./termination.ts'),
  adjust: () => import('./adjust.ts'),
  annualCarryover: () => import('./annual-carryover.ts'),
  receivablesAdjustment: () => import('./receivables-adjustment.ts'),
  negativeRedemption: () => import('./clawback.ts'),
  specialPriceApprovalForm: () => import('./special-price.ts'),
  adjustInvoice: () => import('./adjust-invoice.ts'),
}

/** What its pages are made of; the tab of a new one says that it is new. */
export async function documentAt(route: SchemeSegment): Promise<SchemeDocumentWeb> {
  const { document } = await documents[route]()
  const tabTitle = (name: string) => schemeText('page.freshOne', { name })
  return { ...document, form: { ...document.form, tabTitle } }
}
