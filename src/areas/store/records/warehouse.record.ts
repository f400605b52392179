import { customerReference } from '#areas/customer/references.facade.ts'
import { inventoryOrganisationReference, organisationReference } from '#areas/organisation/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { storeErrors } from '../store.errors.ts'

/** Where stock is kept, for whom, and in which books. */
export const warehouse = defineRecord({
  name: 'warehouse',
  area: 'store',
  table: 'warehouse',
  api: '/aps/warehouse',
  file: 'warehouse',
  page: '/master/pc/warehouse',
  phonePage: '/master/mobile/warehouse',
  fields: {
    ...NAMED,
    type: f.choice(['own', 'bonded', 'customer', 'demo', 'scrap'], { required: true }),
    organisationCode: { ...f.ref(organisationReference, { required: true }), column: 'organisation_id' },
    inventoryOrganisationCode: f.ref(inventoryOrganisationReference),
    customerCode: f.ref(customerReference),
    erpSubinventory: f.code({ max: 32 }),
  },
  scope: 'organisationCode',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'type',
      'organisationCode',
      'inventoryOrganisationCode',
      'customerCode',
      'erpSubinventory',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'organisationCode', 'type', 'inventoryOrganisationCode', 'customerCode', 'state'],
    sort: ['code', 'organisationCode', 'updatedAt'],
  },
  related: [{ record: 'location', by: 'warehouseCode' }],
  changes: ['location'],
  check: ({ type, customerCode }) =>
    type === 'customer' && customerCode === null ? [storeErrors.customerMissing({}, { field: 'customerCode' })] : [],
  example: {
    code: 'WH-IN-99',
    type: 'own',
    organisationCode: 'IN-IN',
    inventoryOrganisationCode: 'IO-IN',
    erpSubinventory: 'FG-99',
  },
})
