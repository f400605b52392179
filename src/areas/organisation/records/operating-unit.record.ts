import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { legalEntityReference } from '../references.facade.ts'

/** The part of a legal entity (OU) that orders and receivables are booked in. */
export const operatingUnit = defineRecord({
  name: 'operatingUnit',
  area: 'organisation',
  table: 'operating_unit',
  api: '/aps/operatingUnit',
  file: 'operating-unit',
  page: '/master/pc/operatingUnit',
  phonePage: '/master/mobile/operatingUnit',
  fields: {
    ...NAMED,
    legalEntityCode: f.ref(legalEntityReference, { required: true }),
    setOfBooks: f.code({ required: true, max: 32 }),
    erpCode: f.code({ max: 32 }),
  },
  related: [{ record: 'inventoryOrganisation', by: 'operatingUnitCode' }],
  scope: 'legalEntityCode',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'legalEntityCode',
      'setOfBooks',
      'erpCode',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'legalEntityCode', 'setOfBooks', 'state'],
    sort: ['code', 'legalEntityCode', 'updatedAt'],
  },
  example: { code: 'OU-IN-9', legalEntityCode: 'LE-IN', setOfBooks: 'SOB-IN' },
})
