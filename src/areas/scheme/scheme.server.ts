import { documentsOf } from '#kernel/services/area/area-documents.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { annualCarryoverRoutes } from './carryover/annual-carryover.routes.ts'
import { specialPriceRoutes } from './special-price/special-price.routes.ts'
import { specialPriceWork } from './special-price/special-price.work.ts'
import { invoiceSelectorRoutes } from './invoice-adjustment/invoice-selector.routes.ts'
import { receivablesSelectorRoutes } from './receivables-adjustment/receivables-selector.routes.ts'
import { schemeExpiryWork } from './life/scheme-expiry.work.ts'
import { schemeLifeRoutes } from './life/scheme-life.routes.ts'
import { schemeFinder } from './life/find-schemes.server.ts'
import { ownClaimFinder, ownSchemeFinder } from './own/find-own.server.ts'
import { schemePdf } from './life/scheme-pdf.server.ts'
import { schemeList } from './life/scheme-list.routes.ts'
import { schemeSelectorRoutes } from './drafts-and-names/scheme-selector.routes.ts'
import { schemeBeneficiaryRoutes } from './beneficiary/scheme-beneficiary.routes.ts'
import { settlementRoutes } from './settlement/settlement.routes.ts'
import { withholdRunExport } from './withhold-run/withhold-run.export.ts'
import { withholdRunImport } from './withhold-run/withhold-run.import.ts'
import { withholdRunSubject, withholdRunWork } from './withhold-run/withhold-run.work.ts'
import { withholdRunRoutes } from './withhold-run/withhold-run.routes.ts'
import { proposalList, proposalRoutes } from './price-protection/proposal.routes.ts'
import { proposalWork } from './price-protection/proposal.work.ts'
import { proposalFollows } from './price-protection/proposal-follows.server.ts'
import { schemeDocuments } from './scheme.documents.ts'
import { rows } from './scheme.rows.ts'
import { schemeCards } from './home/scheme-cards.server.ts'
import { ownCards } from './own/own-cards.server.ts'

const own = await documentsOf(schemeDocuments)

/** Documents that refer to a scheme. */
const children = own.documents
  .map(({ definition }) => definition)
  .filter(({ fields, lines }) => fields['schemeNo'] ?? lines['schemeNo'])

export const server: AreaServer = {
  find: [schemeFinder, ownSchemeFinder, ownClaimFinder],
  home: [...schemeCards, ...ownCards],
  routes: [
    ...own.routes,
    ...schemeList.routes,
    ...schemeLifeRoutes(children),
    schemePdf(children),
    ...schemeSelectorRoutes,
    ...schemeBeneficiaryRoutes,
    ...settlementRoutes,
    ...receivablesSelectorRoutes,
    ...invoiceSelectorRoutes,
    ...specialPriceRoutes,
    ...annualCarryoverRoutes,
    ...withholdRunRoutes,
    ...proposalRoutes,
  ],
  documents: own.documents,
  rows,
  exports: [...own.exports, ...schemeList.exports, ...proposalList.exports, withholdRunExport],
  imports: [withholdRunImport],
  work: [schemeExpiryWork, specialPriceWork, withholdRunWork, proposalWork],
  follows: proposalFollows,
  news: [withholdRunSubject],
}
