import { defineRecord, ENABLED, NAMED, r } from '#kernel/engine/record/definition.ts'
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
    categoryCode: r.one(categoryReference, { required: true }),
    productLineCode: r.one(productLineReference, { required: true }),
    launchDay: r.day(),
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
    filters: ['keyword', 'categoryCode', 'productLineCode', 'state'],
    sort: ['code', 'categoryCode', 'productLineCode', 'launchDay', 'updatedAt'],
  },
  example: { code: 'MX10', categoryCode: 'mobile', productLineCode: 'PH30', launchDay: '2026-10-01' },
})
