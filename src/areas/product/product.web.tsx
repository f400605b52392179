import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages, recordViewPages } from '#kernel/web/console/record/record-pages.ts'

/** Desktop pages of the product area. */
export const pages = definePages(null, [
  ...recordPages(
    'product',
    [
      'productCategory',
      'productLine',
      'spu',
      'sku',
      'sourceSku',
      'material',
      'bom',
      'bomLine',
      'salesSetting',
      'priceClassification',
    ].map((name) => `/master/pc/${name}`),
    () => import('./records/product-records.ts'),
  ),
  ...recordViewPages(
    'product',
    ['/master/pc/siProduct', '/master/pc/skd', '/master/pc/unmappedSku'],
    () => import('./records/product-views.ts'),
  ),
])
