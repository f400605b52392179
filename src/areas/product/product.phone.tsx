import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

/** Phone pages of the area. */
export const pages = definePages(null, [
  ...recordPhonePages(
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
    ].map((name) => `/master/mobile/${name}`),
    () => import('./records/product-records.ts'),
  ),
])
