import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { countryReference } from '#areas/organisation/references.facade.ts'
import { poolReference } from '../references.facade.ts'

/** The purpose of a budget in a country; a project with a pool is funded from that pool only. */
export const project = defineRecord({
  name: 'project',
  area: 'budget',
  table: 'project',
  api: '/aps/budget/projectRecord',
  file: 'budget-project',
  page: '/budget/pc/master/project',
  phonePage: '/budget/mobile/master/project',
  fields: {
    ...NAMED,
    countryCode: f.ref(countryReference, { required: true }),
    poolCode: f.ref(poolReference),
  },
  scope: 'countryCode',
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'countryCode', 'poolCode', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'countryCode', 'poolCode', 'state'],
    sort: ['code', 'countryCode', 'updatedAt'],
  },
  example: { code: 'PJ-IN-07', countryCode: 'IN', poolCode: 'PP01' },
})
