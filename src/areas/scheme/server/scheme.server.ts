import type { AreaServer } from '#kernel/area/area-server.ts'
import { warnSchemeAdjust } from '../scheme-adjust.rules.ts'
import { warnSchemeApplication } from '../scheme-application.rules.ts'
import { annualCarryoverRoutes, carryoverFacts } from './annual-carryover.routes.ts'
import { adjustFacts, budgetFacts, partFacts } from './decision-facts.ts'
import { warnSpecialPrice } from '../scheme-special-price.rules.ts'
import { adjustLimits, budgetLimits, invoiceLimits, receivablesLimits, terminationLimits } from './line-limits.ts'
import { schemeSpecialPriceDocument } from './scheme-special-price.document.ts'
import { specialPriceRoutes } from './special-price.routes.ts'
import { specialPriceWork } from './special-price.work.ts'
import { invoiceFacts, itemFacts } from './receivables-decision.ts'
import { schemeAdjustInvoiceDocument } from './scheme-adjust-invoice.document.ts'
import { schemeApplicationDocument } from './scheme-application.document.ts'
import { type SchemeDocument, schemeDocumentExport, schemeDocumentRoutes } from './scheme-routes.ts'
import { schemeReceivablesAdjustmentDocument } from './scheme-receivables-adjustment.document.ts'
import { invoiceSelectorRoutes } from './invoice-selector.routes.ts'
import { receivablesSelectorRoutes } from './receivables-selector.routes.ts'
import { schemeExpiryWork } from './scheme-expiry.work.ts'
import { schemeLifeRoutes } from './scheme-life.routes.ts'
import { schemeList } from './scheme-list.routes.ts'
import { schemeSelectorRoutes } from './scheme-selector.routes.ts'
import { schemeBeneficiaryRoutes } from './scheme-beneficiary.routes.ts'
import { schemeReversalDocument } from './scheme-reversal.document.ts'
import { schemeTerminationDocument } from './scheme-termination.document.ts'
import { schemeAdjustDocument } from './scheme-adjust.document.ts'
import { settlementRoutes } from './settlement.routes.ts'
import { schemeExecuteDocument } from './scheme-execute.document.ts'
import { schemeAnnualCarryoverDocument } from './scheme-annual-carryover.document.ts'
import { schemeClawbackDocument } from './scheme-clawback.document.ts'
import { withholdRunExport } from './withhold-run.export.ts'
import { withholdRunImport } from './withhold-run.import.ts'
import { withholdRunSubject, withholdRunWork } from './withhold-run.work.ts'
import { withholdRunRoutes } from './withhold-run.routes.ts'
import { schemeWithholdDocument } from './scheme-withhold.document.ts'
import { rows } from './scheme.rows.ts'

const documents: readonly SchemeDocument[] = [
  {
    route: 'application',
    document: schemeApplicationDocument,
    facts: budgetFacts('amount'),
    warn: warnSchemeApplication,
    propose: budgetLimits,
  },
  { route: 'withhold', document: schemeWithholdDocument, facts: partFacts('cmt') },
  { route: 'reversal', document: schemeReversalDocument, facts: partFacts('acr') },
  { route: 'execute', document: schemeExecuteDocument, facts: partFacts('acr', 'cmt') },
  { route: 'negativeRedemption', document: schemeClawbackDocument, facts: partFacts('exe') },
  {
    route: 'terminal',
    document: schemeTerminationDocument,
    facts: partFacts('cmt', 'acr'),
    propose: terminationLimits,
  },
  {
    route: 'adjust',
    document: schemeAdjustDocument,
    facts: adjustFacts,
    warn: warnSchemeAdjust,
    propose: adjustLimits,
  },
  { route: 'annualCarryover', document: schemeAnnualCarryoverDocument, facts: carryoverFacts },
  {
    route: 'receivablesAdjustment',
    document: schemeReceivablesAdjustmentDocument,
    facts: itemFacts,
    propose: receivablesLimits,
  },
  {
    route: 'specialPriceApprovalForm',
    document: schemeSpecialPriceDocument,
    facts: budgetFacts('totalSupport'),
    warn: warnSpecialPrice,
    propose: budgetLimits,
  },
  { route: 'adjustInvoice', document: schemeAdjustInvoiceDocument, facts: invoiceFacts, propose: invoiceLimits },
]

/** Those that name a scheme: its children. */
const children = documents
  .map(({ document }) => document.definition)
  .filter(({ fields, lines }) => fields['schemeNo'] ?? lines['schemeNo'])

export const server: AreaServer = {
  routes: [
    ...documents.flatMap(schemeDocumentRoutes),
    ...schemeList.routes,
    ...schemeLifeRoutes(children),
    ...schemeSelectorRoutes,
    ...schemeBeneficiaryRoutes,
    ...settlementRoutes,
    ...receivablesSelectorRoutes,
    ...invoiceSelectorRoutes,
    ...specialPriceRoutes,
    ...annualCarryoverRoutes,
    ...withholdRunRoutes,
  ],
  documents: documents.map(({ document }) => document),
  rows,
  exports: [...documents.map(schemeDocumentExport), ...schemeList.exports, withholdRunExport],
  imports: [withholdRunImport],
  work: [schemeExpiryWork, specialPriceWork, withholdRunWork],
  news: [withholdRunSubject],
}
