import { f } from '#kernel/document/fields.ts'
import { defineRecord, r } from '#kernel/record/definition.ts'
import { anyArea } from './references.ts'

/** Who spends a budget, and in which areas. */
export const department = defineRecord({
  name: 'department',
  area: 'budget',
  table: 'budget_department',
  api: '/aps/budget/departmentRecord',
  file: 'budget-department',
  page: '/budget/pc/master/department',
  phonePage: '/budget/mobile/master/department',
  key: 'code',
  fields: {
    code: f.code({ required: true, max: 64 }),
    nameZh: f.text({ required: true, max: 100 }),
    nameEn: f.text({ required: true, max: 100 }),
    areaCodes: r.many(anyArea, { table: 'budget_department_area', own: 'department_code', other: 'area_id' }),
  },
  names: { zh: 'nameZh', en: 'nameEn' },
  states: { column: 'enabled', enabled: 'true', disabled: 'false' },
  rights: {
    view: 'budget.department.view',
    edit: 'budget.department.edit',
    export: 'budget.department.export',
    import: 'budget.department.import',
  },
  list: {
    columns: ['code', 'name', 'areaCodes', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'areaCodes', 'state'],
    sort: ['code', 'updatedAt'],
  },
  usedBy: [
    { name: 'applications', table: 'country_budget', column: 'budget_dept_code', show: 'no' },
    { name: 'budgets', table: 'budget_line', column: 'budget_dept_code', show: 'code' },
  ],
  example: { code: 'BD13', areaCodes: 'ID, IN' },
})
