import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { warehouseReference } from '../references.facade.ts'

/** A storage location within a warehouse, as in books and on labels (Q8). */
export const location = defineRecord({
  name: 'location',
  area: 'store',
  table: 'location',
  api: '/aps/location',
  file: 'location',
  page: '/master/pc/location',
  phonePage: '/master/mobile/location',
  fields: {
    ...NAMED,
    warehouseCode: f.ref(warehouseReference, { required: true }),
    subLocation: f.code({ required: true, max: 32 }),
  },
  scope: 'warehouseCode',
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'warehouseCode', 'subLocation', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'warehouseCode', 'subLocation', 'state'],
    sort: ['code', 'warehouseCode', 'updatedAt'],
  },
  example: { code: 'LOC-IN-99-A', warehouseCode: 'WH-IN-01', subLocation: 'A-01' },
})
