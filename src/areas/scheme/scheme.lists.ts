import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

/** The lists of a customer's own people: a new one is its declaration, its queries and a line here. */
export const schemeLists: readonly ReadListPlace[] = [
  { name: 'ownSchemes', area: 'scheme', folder: 'own', page: '/scheme/own' },
  { name: 'ownClaims', area: 'scheme', folder: 'own', page: '/scheme/own/claim' },
]
