import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'

/** Lines of business for budgets. */
export const business = defineRecord({
  name: 'business',
  area: 'budget',
  table: 'budget_business',
  api: '/aps/budget/businessRecord',
  file: 'budget-business',
  page: '/budget/pc/master/business',
  phonePage: '/budget/mobile/master/business',
  fields: NAMED,
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'state'],
    sort: ['code', 'updatedAt'],
  },
  example: { code: 'CAMPUS' },
})
