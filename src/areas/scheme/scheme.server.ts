import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { warnSchemeAdjust } from './adjustment/scheme-adjust.rules.ts'
import { warnSchemeApplication } from './application/scheme-application.rules.ts'
import { annualCarryoverRoutes, carryoverFacts } from './carryover/annual-carryover.routes.ts'
import { adjustFacts, budgetFacts, partFacts } from './decision/decision-facts.server.ts'
import { warnSpecialPrice } from './special-price/scheme-special-price.rules.ts'
import {
  adjustLimits,
  budgetLimits,
  invoiceLimits,
  receivablesLimits,
  terminationLimits,
} from './decision/line-limits.server.ts'
import { schemeSpecialPriceDocument } from './special-price/scheme-special-price.document.ts'
import { specialPriceRoutes } from './special-price/special-price.routes.ts'
import { specialPriceWork } from './special-price/special-price.work.ts'
import { invoiceFacts, itemFacts } from './receivables-adjustment/receivables-decision.server.ts'
import { schemeAdjustInvoiceDocument } from './invoice-adjustment/scheme-adjust-invoice.document.ts'
import { schemeApplicationDocument } from './application/scheme-application.document.ts'
import { type SchemeDocument, schemeDocumentExport, schemeDocumentRoutes } from './shared/scheme-routes.server.ts'
import { schemeReceivablesAdjustmentDocument } from './receivables-adjustment/scheme-receivables-adjustment.document.ts'
import { invoiceSelectorRoutes } from './invoice-adjustment/invoice-selector.routes.ts'
import { receivablesSelectorRoutes } from './receivables-adjustment/receivables-selector.routes.ts'
import { schemeExpiryWork } from './life/scheme-expiry.work.ts'
import { schemeLifeRoutes } from './life/scheme-life.routes.ts'
import { schemeList } from './life/scheme-list.routes.ts'
import { schemeSelectorRoutes } from './drafts-and-names/scheme-selector.routes.ts'
import { schemeBeneficiaryRoutes } from './beneficiary/scheme-beneficiary.routes.ts'
import { schemeReversalDocument } from './reversal/scheme-reversal.document.ts'
import { schemeTerminationDocument } from './termination/scheme-termination.document.ts'
import { schemeAdjustDocument } from './adjustment/scheme-adjust.document.ts'
import { settlementRoutes } from './settlement/settlement.routes.ts'
import { schemeExecuteDocument } from './execution/scheme-execute.document.ts'
import { schemeAnnualCarryoverDocument } from './carryover/scheme-annual-carryover.document.ts'
import { schemeClawbackDocument } from './clawback/scheme-clawback.document.ts'
import { withholdRunExport } from './withhold-run/withhold-run.export.ts'
import { withholdRunImport } from './withhold-run/withhold-run.import.ts'
import { withholdRunSubject, withholdRunWork } from './withhold-run/withhold-run.work.ts'
import { withholdRunRoutes } from './withhold-run/withhold-run.routes.ts'
import { schemeWithholdDocument } from './withhold/scheme-withhold.document.ts'
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

/** Documents that refer to a scheme. */
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
