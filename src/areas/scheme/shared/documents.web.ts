import type { SchemeSegment } from './scheme-routes.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.web.ts'
import { schemeText } from './scheme-texts.web.ts'

/** The documents by path segment, each in a chunk of its own. Loaded on demand, so not part of a first load. */
const documents: Readonly<Record<SchemeSegment, () => Promise<{ readonly document: SchemeDocumentWeb }>>> = {
  application: () => import('../application/application.web.ts'),
  withhold: () => import('../withhold/withhold.web.ts'),
  reversal: () => import('../reversal/reversal.web.ts'),
  execute: () => import('../execution/execute.web.ts'),
  terminal: () => import('../termination/termination.web.ts'),
  adjust: () => import('../adjustment/adjust.web.ts'),
  annualCarryover: () => import('../carryover/annual-carryover.web.ts'),
  receivablesAdjustment: () => import('../receivables-adjustment/receivables-adjustment.web.ts'),
  negativeRedemption: () => import('../clawback/clawback.web.ts'),
  specialPriceApprovalForm: () => import('../special-price/special-price.web.ts'),
  adjustInvoice: () => import('../invoice-adjustment/adjust-invoice.web.ts'),
}

/** The page settings of a document; the tab of a new one says that it is new. */
export async function documentAt(route: SchemeSegment): Promise<SchemeDocumentWeb> {
  const { document } = await documents[route]()
  const tabTitle = (name: string) => schemeText('page.freshOne', { name })
  return { ...document, form: { ...document.form, tabTitle } }
}
