import { f } from '#kernel/document/fields.ts'
import { defineRecord, r } from '#kernel/record/definition.ts'
import { countryReference, poolReference } from './references.ts'

/** What a budget is spent on in a country; one that names a pool is funded from that pool only. */
export const project = defineRecord({
  name: 'project',
  area: 'budget',
  table: 'project',
  api: '/aps/budget/projectRecord',
  file: 'budget-project',
  page: '/budget/pc/master/project',
  phonePage: '/budget/mobile/master/project',
  key: 'code',
  fields: {
    code: f.code({ required: true, max: 64 }),
    nameZh: f.text({ required: true, max: 100 }),
    nameEn: f.text({ required: true, max: 100 }),
    countryCode: r.one(countryReference, { required: true }),
    poolCode: r.one(poolReference),
  },
  names: { zh: 'nameZh', en: 'nameEn' },
  scope: 'countryCode',
  states: { column: 'enabled', enabled: 'true', disabled: 'false' },
  rights: {
    view: 'budget.project.view',
    edit: 'budget.project.edit',
    export: 'budget.project.export',
    import: 'budget.project.import',
  },
  list: {
    columns: ['code', 'name', 'countryCode', 'poolCode', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'countryCode', 'poolCode', 'state'],
    sort: ['code', 'countryCode', 'updatedAt'],
  },
  usedBy: [
    { name: 'budgets', table: 'budget_line', column: 'project_code', show: 'code' },
    {
      name: 'applications',
      table: 'country_budget_line',
      column: 'project_code',
      show: 'no',
      of: { table: 'country_budget', by: 'document_id' },
    },
  ],
  example: { code: 'PJ-IN-07', countryCode: 'IN', poolCode: 'PP01' },
})
