import { storeReference } from '#areas/store/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord } from '#kernel/engine/record/definition.ts'
import { personnelErrors } from '../personnel.errors.ts'
import { personReference } from './references.ts'

/** The store where a person works from a day on: one store at a time. */
export const storeAssignment = defineRecord({
  name: 'storeAssignment',
  area: 'personnel',
  table: 'store_assignment',
  api: '/aps/storeAssignment',
  file: 'store-assignment',
  page: '/master/pc/storeAssignment',
  phonePage: '/master/mobile/storeAssignment',
  fields: {
    code: f.code({ max: 64 }),
    personCode: f.ref(personReference, { required: true }),
    storeCode: f.ref(storeReference, { required: true }),
    fromDay: f.date({ required: true }),
    toDay: f.date(),
    note: f.text({ max: 200 }),
  },
  names: { zh: 'code', en: 'code' },
  numbered: 'SA',
  scope: 'personCode',
  list: {
    columns: ['code', 'personCode', 'storeCode', 'fromDay', 'toDay', 'note', 'updatedAt', 'updatedBy'],
    filters: ['keyword', 'personCode', 'storeCode'],
    sort: ['code', 'personCode', 'storeCode', 'fromDay', 'toDay', 'updatedAt'],
    order: '-fromDay',
  },
  check: ({ fromDay, toDay }) =>
    toDay !== null && String(toDay) < String(fromDay) ? [personnelErrors.endsBeforeBegin({}, { field: 'toDay' })] : [],
  naming: { personCode: { shows: 'storeCode', hasOwnWords: true }, storeCode: { shows: 'personCode' } },
  example: {
    code: 'SA-EXAMPLE-1',
    personCode: 'E19000',
    storeCode: 'ST-IN-0001',
    fromDay: '2026-03-01',
    toDay: '2026-03-31',
    note: 'Launch weeks',
  },
})
