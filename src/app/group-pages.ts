import type { GroupPage } from '#kernel/services/home/group.routes.ts'

/** Groups of the menu whose own page names their lists (spec section 2). */
export const groupPages: readonly GroupPage[] = [
  {
    group: 'process',
    page: '/process/list',
    also: ['priceClassification', 'spu', 'sku', 'tradeTerm', 'currency'].map((name) => `/master/pc/${name}`),
  },
]
