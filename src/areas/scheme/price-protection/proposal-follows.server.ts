import { priceApplication, priceFeed, priceMove, priceReview } from '#areas/price/price.facade.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { Follow } from '#kernel/services/following/follow.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { proposeForCuts, reopenProposals } from './propose.server.ts'

/** The actions of a price document that change prices, each with the name of its follower. */
const cutsOf = (of: AnyDocument | string, actions: Readonly<Record<string, string>>): readonly Follow[] =>
  Object.entries(actions).map(([did, name]) => ({ name, of, did, do: proposeForCuts }))

/** What proposals of price protection follow: documents that change prices, acts on them, and applications that were made of one and deleted. */
export const proposalFollows: readonly Follow[] = [
  ...cutsOf(priceReview, {
    approve: 'price protection of price cuts',
    revoke: 'price protection of revoked prices',
    endEarly: 'price protection of prices that end early',
    extend: 'price protection of extended prices',
  }),
  ...cutsOf(priceApplication, {
    approve: 'price protection of local price cuts',
  }),
  ...cutsOf(priceFeed, {
    submit: 'price protection of price cuts that came without an approval',
    undo: 'price protection of prices that were taken back',
  }),
  ...cutsOf(priceMove.type, {
    [priceMove.did]: 'price protection of prices of another classification',
  }),
  {
    name: 'proposals of deleted applications',
    of: schemeApplication,
    did: 'delete',
    do: reopenProposals,
  },
]
