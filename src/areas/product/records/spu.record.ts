import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { productLineReference } from '../references.facade.ts'
import { categoryReference } from './references.ts'

/** A product model. */
export const spu = defineRecord({
  name: 'spu',
  area: 'product',
  table: 'spu',
  api: '/aps/spu',
  file: 'spu',
  page: '/master/pc/spu',
  phonePage: '/master/mobile/spu',
  fields: {
    ...NAMED,
    categoryCode: f.ref(categoryReference, { required: true }),
    productLineCode: f.ref(productLineReference, { required: true }),
    launchDay: f.date(),
  },
  search: 'search',
  related: [{ record: 'sku', by: 'spuCode' }],
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'categoryCode',
      'productLineCode',
      'launchDay',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'categoryCode', 'productLineCode', 'state', 'updatedAt'],
    sort: ['code', 'categoryCode', 'productLineCode', 'launchDay', 'updatedAt'],
  },
  example: { code: 'MX10', categoryCode: 'mobile', productLineCode: 'PH30', launchDay: '2026-10-01' },
})
