import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

/** The lists of the area: a new one is its declaration, its queries and a line here. */
export const priceLists: readonly ReadListPlace[] = [
  {
    name: 'priceRows',
    area: 'price',
    folder: 'list',
    page: '/process/price/pc/maintainList',
    phone: '/process/price/mobile/list',
  },
  {
    name: 'ownPrices',
    area: 'price',
    folder: 'own',
    page: '/process/price/pc/own',
    phone: '/process/price/mobile/own',
  },
  {
    name: 'priceCosts',
    area: 'price',
    folder: 'cost',
    page: '/process/price/pc/costs',
    phone: '/process/price/mobile/costs',
  },
  {
    name: 'priceComparison',
    area: 'price',
    folder: 'compare',
    page: '/process/price/pc/compare',
    phone: '/process/price/mobile/compare',
  },
]
