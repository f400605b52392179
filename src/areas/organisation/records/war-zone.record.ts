import { defineRecord, ENABLED, NAMED, r } from '#kernel/engine/record/definition.ts'
import { anyArea, anyCountry } from '../references.facade.ts'

/** A war zone: areas and countries managed together. */
export const warZone = defineRecord({
  name: 'warZone',
  area: 'organisation',
  table: 'war_zone',
  api: '/aps/warZone',
  file: 'war-zone',
  page: '/master/pc/warZone',
  phonePage: '/master/mobile/warZone',
  fields: {
    ...NAMED,
    areaCodes: r.many(anyArea, { table: 'war_zone_area', own: 'war_zone_code', other: 'area_id' }),
    countryCodes: r.many(anyCountry, { table: 'war_zone_country', own: 'war_zone_code', other: 'country_code' }),
  },
  related: [
    { record: 'organisation', by: 'warZoneCode' },
    { record: 'whiteCustomer', by: 'warZoneCode' },
  ],
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'areaCodes', 'countryCodes', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'areaCodes', 'countryCodes', 'state'],
    sort: ['code', 'updatedAt'],
  },
  example: { code: 'WZ-SOUTH', areaCodes: 'IN, SEA', countryCodes: 'ID, NP' },
})
