import type { Reference } from '#kernel/engine/definition/reference.ts'

// References for records and documents of any area. Browser and server share them.

const coded = { key: 'code', keyType: 'text', enabled: 'enabled' } as const

/** The top category of a document's product class (spec section 7). */
const TOP_CATEGORIES = { phone: 'mobile', iot: 'accessories' } as const

export const productLineReference = {
  names: 'productLines',
  table: 'product_line',
  ...coded,
  // Of the document's product class: mixing is refused (B7).
  selector: {
    path: '/gs/{idcCode}/oversea/aps/coa/product/tree',
    below: 'child',
    code: 'code',
    name: 'name',
    of: ['productClass'],
  },
} as const satisfies Reference
export const spuReference = {
  names: 'spus',
  table: 'spu',
  ...coded,
  search: 'search',
  selector: {
    path: '/{bizSystem=gs}/{idcCode}/oversea/aps/product/spu/list',
    most: 999,
    filters: { curTopAreaId: 'areaId', categoryTopCode: 'productClass' },
    words: { categoryTopCode: TOP_CATEGORIES },
    always: { skuSourceType: 1 },
    code: 'spuCode',
    name: 'productName',
    search: ['materialCodes'],
  },
} as const satisfies Reference
export const skuReference = {
  names: 'skus',
  table: 'sku',
  ...coded,
  search: 'search',
  byBeginning: true,
  selector: {
    path: '/{bizSystem=gs}/{idcCode}/oversea/aps/product/sku/list',
    most: 9999,
    filters: { curTopAreaId: 'areaId', categoryTopCode: 'productClass' },
    words: { categoryTopCode: TOP_CATEGORIES },
    called: 'sku',
    search: ['eanCode', 'materialCodeStr'],
  },
} as const satisfies Reference
