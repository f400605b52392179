import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents and records. */
export const rows: readonly OwnRows[] = [
  { table: 'budget_pool', name: 'budgetPool', show: 'id', scope: 'scope_id', right: 'budget.country.view' },
  { table: 'budget_line', name: 'budgetLine', show: 'code', scope: 'scope_id', right: 'budget.country.view' },
  { table: 'budget_period', name: 'budgetPeriod', show: 'month', scope: 'scope_id', right: 'budget.country.view' },
  { table: 'document_reserve', name: 'reserve', show: 'no', scope: 'scope_id', right: 'budget.reserve.view' },
  { table: 'budget_region', name: 'budgetRegion', show: 'code' },
  { table: 'project_pool_area', name: 'projectPool', show: 'pool_code' },
]

/** Columns of budgets and their applications that refer to rows without a foreign key. */
export const references = {
  'budget_line.area_id': 'area',
  'budget_line.country_code': 'country',
  'budget_line.currency': 'currency',
  'budget_line.product_line_code': 'product_line',
  'budget_line.project_code': 'project',
  'budget_line.budget_dept_code': 'budget_department',
  'country_budget.area_id': 'area',
  'country_budget.currency': 'currency',
  'country_budget.budget_dept_code': 'budget_department',
  'country_budget_line.country_code': 'country',
  'country_budget_line.product_line_code': 'product_line',
  'country_budget_line.project_code': 'project',
}
