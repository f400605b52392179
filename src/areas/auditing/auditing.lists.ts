import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

/** The lists of the area: a new one is its declaration, its queries and a line here. */
export const auditingLists: readonly ReadListPlace[] = [
  { name: 'auditEntries', area: 'auditing', folder: 'entries', page: '/system/audit' },
]
