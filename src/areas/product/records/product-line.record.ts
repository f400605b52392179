import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { upperLineReference } from './references.ts'

/** A product line of the chart of accounts, used by budgets and products. */
export const productLine = defineRecord({
  name: 'productLine',
  area: 'product',
  table: 'product_line',
  api: '/aps/productLine',
  file: 'product-line',
  page: '/master/pc/productLine',
  phonePage: '/master/mobile/productLine',
  fields: {
    ...NAMED,
    productClass: f.choice(['phone', 'iot'], { required: true }),
    parentCode: f.ref(upperLineReference),
    position: f.integer({ required: true, range: [1, 9999] }),
  },
  parent: 'parentCode',
  related: [{ record: 'spu', by: 'productLineCode' }],
  states: ENABLED,
  list: {
    columns: [
      'position',
      'code',
      'name',
      'productClass',
      'parentCode',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'productClass', 'parentCode', 'state'],
    sort: ['position', 'code', 'updatedAt'],
  },
  example: { code: 'PH60', productClass: 'phone', parentCode: 'PHONE', position: '60' },
})
