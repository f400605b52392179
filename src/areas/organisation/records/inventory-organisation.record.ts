import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { operatingUnitReference } from '../references.facade.ts'

/** Where the stock of an operating unit is counted. */
export const inventoryOrganisation = defineRecord({
  name: 'inventoryOrganisation',
  area: 'organisation',
  table: 'inventory_organisation',
  api: '/aps/inventoryOrganisation',
  file: 'inventory-organisation',
  page: '/master/pc/inventoryOrganisation',
  phonePage: '/master/mobile/inventoryOrganisation',
  fields: {
    ...NAMED,
    operatingUnitCode: f.ref(operatingUnitReference, { required: true }),
    erpCode: f.code({ max: 32 }),
  },
  scope: 'operatingUnitCode',
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'operatingUnitCode', 'erpCode', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'operatingUnitCode', 'state'],
    sort: ['code', 'operatingUnitCode', 'updatedAt'],
  },
  example: { code: 'IO-IN-9', operatingUnitCode: 'OU-IN' },
})
