import { customerReference } from '#areas/customer/references.facade.ts'
import { countryReference } from '#areas/organisation/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { COORDINATES } from '#kernel/engine/record/coordinates.ts'
import { defineRecord, ENABLED, NAMED, r } from '#kernel/engine/record/definition.ts'

/** A retail store: its location, owner, and kind. */
export const store = defineRecord({
  name: 'store',
  area: 'store',
  table: 'store',
  api: '/aps/store',
  file: 'store',
  page: '/master/pc/store',
  phonePage: '/master/mobile/store',
  search: 'search',
  fields: {
    ...NAMED,
    type: r.open(f.choice(['flagship', 'brandStore', 'multiBrand', 'counter', 'operator'], { required: true })),
    customerCode: f.ref(customerReference),
    countryCode: f.ref(countryReference, { required: true }),
    city: f.text({ required: true, max: 100 }),
    address: f.text({ required: true, max: 240 }),
    location: f.text({ max: 120 }),
    openingHours: f.text({ max: 120 }),
    ...COORDINATES,
  },
  scope: 'countryCode',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'type',
      'customerCode',
      'countryCode',
      'city',
      'address',
      'state',
      'location',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'countryCode', 'city', 'type', 'customerCode', 'state'],
    sort: ['code', 'countryCode', 'city', 'updatedAt'],
  },
  related: [
    { record: 'storeImage', by: 'storeCode' },
    { record: 'storeAssignment', by: 'storeCode', area: 'personnel' },
  ],
  changes: ['storeImage', 'storeAssignment'],
  example: {
    code: 'ST-IN-9999',
    type: 'multiBrand',
    countryCode: 'IN',
    city: 'Bengaluru',
    address: '12 MG Road',
    location: 'Metro station, ground floor',
    openingHours: '10:00-21:00',
    latitude: '12.975',
    longitude: '77.6063',
  },
})
