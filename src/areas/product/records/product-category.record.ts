import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { upperCategoryReference } from './references.ts'

/** Phone, accessory or IoT, and their subcategories. */
export const productCategory = defineRecord({
  name: 'productCategory',
  area: 'product',
  table: 'product_category',
  api: '/aps/productCategory',
  file: 'product-category',
  page: '/master/pc/productCategory',
  phonePage: '/master/mobile/productCategory',
  fields: {
    ...NAMED,
    class: f.choice(['phone', 'accessory', 'iot'], { required: true }),
    parentCode: f.ref(upperCategoryReference),
  },
  parent: 'parentCode',
  related: [{ record: 'spu', by: 'categoryCode' }],
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'class', 'parentCode', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'class', 'parentCode', 'state'],
    sort: ['code', 'class', 'updatedAt'],
  },
  example: { code: 'mobile-rugged', class: 'phone', parentCode: 'mobile' },
})
