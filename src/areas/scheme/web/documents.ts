import type { SchemeRoute } from '../scheme-document.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'

/** The documents by their part of the address, each in a chunk of its own. Fetched itself when one is opened: no first load carries it. */
const documents: Readonly<Record<SchemeRoute, () => Promise<{ readonly document: SchemeDocumentWeb }>>> = {
  application: () => import('./application.ts'),
  withhold: () => import('./withhold.ts'),
  reversal: () => import('./reversal.ts'),
  execute: () => import('./execute.ts'),
  terminal: () => import('./terminal.ts'),
  adjust: () => import('./adjust.ts'),
  annualCarryover: () => import('./annual-carryover.ts'),
  receivablesAdjustment: () => import('./receivables-adjustment.ts'),
  negativeRedemption: () => import('./negative-redemption.ts'),
  specialPriceApprovalForm: () => import('./special-price.ts'),
  adjustInvoice: () => import('./adjust-invoice.ts'),
}

/** What is drawn at an address: `/scheme/withhold/pc`. */
export async function documentAt(path: string): Promise<SchemeDocumentWeb> {
  const [, , route = ''] = path.split('/')
  return (await documents[route as SchemeRoute]()).document
}
