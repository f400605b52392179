import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

/** The pages of a customer's own people, which lead to each other. */
export const OWN_SCHEMES = '/scheme/own'
export const OWN_CLAIMS = '/scheme/own/claim'

/** The lists of a customer's own people: a new one is its declaration, its queries and a line here. */
export const schemeLists: readonly ReadListPlace[] = [
  { name: 'ownSchemes', area: 'scheme', folder: 'own', page: OWN_SCHEMES },
  { name: 'ownClaims', area: 'scheme', folder: 'own', page: OWN_CLAIMS },
]
