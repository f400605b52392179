import { areaReference } from '#areas/organisation/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'

/** Customers of an area that share a price list. */
export const priceClassification = defineRecord({
  name: 'priceClassification',
  area: 'product',
  table: 'price_classification',
  api: '/aps/priceClassification',
  file: 'price-classification',
  page: '/master/pc/priceClassification',
  phonePage: '/master/mobile/priceClassification',
  fields: { ...NAMED, areaCode: { ...f.ref(areaReference, { required: true }), column: 'area_id' } },
  scope: 'areaCode',
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'areaCode', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'areaCode', 'state', 'updatedAt'],
    sort: ['code', 'areaCode', 'updatedAt'],
  },
  example: { code: 'PC-IN-09', areaCode: 'IN' },
})
