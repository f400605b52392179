import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r } from '#kernel/engine/record/definition.ts'
import { anyArea, countryOrganisation, currencyReference } from '../references.facade.ts'

/** A sales country: its area, currency, time zone, and the organisation that owns its rows. */
export const country = defineRecord({
  name: 'country',
  area: 'organisation',
  table: 'country',
  api: '/aps/country',
  file: 'country',
  page: '/master/pc/country',
  phonePage: '/master/mobile/country',
  fields: {
    ...NAMED,
    code: r.shaped(f.code({ required: true, max: 2 }), /^[A-Z]{2}$/, 'IN'),
    areaCode: { ...f.ref(anyArea, { required: true }), column: 'area_id' },
    currencyCode: { ...f.ref(currencyReference, { required: true }), column: 'currency' },
    timezone: r.shaped(f.code({ required: true, max: 9 }), /^UTC[+-](0\d|1[0-4]):[0-5]\d$/, 'UTC+05:30'),
    organisationCode: { ...f.ref(countryOrganisation, { required: true }), column: 'organisation_id', isUnique: true },
  },
  related: [{ record: 'legalEntity', by: 'countryCode' }],
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'areaCode',
      'currencyCode',
      'timezone',
      'organisationCode',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'areaCode', 'currencyCode', 'state'],
    sort: ['code', 'areaCode', 'currencyCode', 'updatedAt'],
  },
  example: { code: 'BT', areaCode: 'IN', currencyCode: 'INR', timezone: 'UTC+06:00', organisationCode: 'IN-BT' },
})
