import { priceApplication, priceFeed, priceReview } from '#areas/price/price.facade.ts'
import type { Follow } from '#kernel/services/following/follow.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { proposeForCuts, reopenProposals } from './propose.server.ts'

/** What proposals of price protection follow: documents that lower prices, and applications that were made of one and deleted. */
export const proposalFollows: readonly Follow[] = [
  {
    name: 'price protection of price cuts',
    of: priceReview,
    did: 'approve',
    do: proposeForCuts,
  },
  {
    name: 'price protection of local price cuts',
    of: priceApplication,
    did: 'approve',
    do: proposeForCuts,
  },
  {
    name: 'price protection of price cuts that came without an approval',
    of: priceFeed,
    did: 'submit',
    do: proposeForCuts,
  },
  {
    name: 'proposals of deleted applications',
    of: schemeApplication,
    did: 'delete',
    do: reopenProposals,
  },
]
