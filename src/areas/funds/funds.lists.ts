import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

/**
 * The lists of the area that need nothing beside their declaration: a new one is its declaration, its queries and a line
 * here. The five of `lists/` have pages of their own.
 */
export const fundsLists: readonly ReadListPlace[] = []
