import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

/** The lists of the area: a new one is its declaration, its queries and a line here. */
export const deviceLists: readonly ReadListPlace[] = [
  { name: 'devices', area: 'device', folder: 'device-list', page: '/imei/list' },
  { name: 'stock', area: 'device', folder: 'channel-stock', page: '/imei/stock' },
]
