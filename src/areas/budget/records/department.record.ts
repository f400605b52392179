import { defineRecord, ENABLED, NAMED, r } from '#kernel/engine/record/definition.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'

/** Departments that spend budgets, and their areas. */
export const department = defineRecord({
  name: 'department',
  area: 'budget',
  table: 'budget_department',
  api: '/aps/budget/departmentRecord',
  file: 'budget-department',
  page: '/budget/pc/master/department',
  phonePage: '/budget/mobile/master/department',
  fields: {
    ...NAMED,
    areaCodes: r.many(anyArea, { table: 'budget_department_area', own: 'department_code', other: 'area_id' }),
  },
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'areaCodes', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'areaCodes', 'state'],
    sort: ['code', 'updatedAt'],
  },
  example: { code: 'BD13', areaCodes: 'ID, IN' },
})
