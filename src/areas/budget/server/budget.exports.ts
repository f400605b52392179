import { areaOf } from '#areas/organisation/organisation.facade.ts'
import { statementOf } from '#kernel/db/statement.ts'
import { documentExport } from '#kernel/downloads/document-export.ts'
import type { ExportColumn, ExportRow, ListExport } from '#kernel/downloads/list-export.ts'
import type { CellInput } from '#kernel/excel/sheet-cells.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import { countryBudget } from '../country-budget.doc.ts'
import { LINE_AMOUNTS } from '../line-amounts.ts'
import { allLines, lineCount } from './budget-line.queries.ts'
import { idcParams, lineFilters } from './budget-line.routes.ts'

const RIGHT = 'budget.country.export'

const fields = 'budget.documents.countryBudget.fields'
const lineFields = 'budget.documents.countryBudget.lineFields'
const page = 'budget.page'

/** `2026-03`, as the lists show a budget's year and month. */
const period = (row: ExportRow): CellInput =>
  typeof row['year'] === 'number' ? `${row['year']}-${String(row['month']).padStart(2, '0')}` : null

function column(
  key: string,
  text: string,
  more: Partial<Pick<ExportColumn, 'kind' | 'value' | 'beside'>> = {},
): ExportColumn {
  return {
    key,
    kind: 'text',
    title: (language) => textAt(language, text),
    ...more,
  }
}

/** What the list's filters are called on the screen. */
const FILTER_TITLES: Readonly<Record<string, string>> = {
  budgetCode: `${page}.budgetCode`,
  countryCode: `${lineFields}.countryCode`,
  projectCode: `${lineFields}.projectCode`,
  productLineCode: `${lineFields}.productLineCode`,
  fscId: `${page}.businessType`,
}

/** Budget lines of an area: the columns of the list on the screen, by its keys. */
const budgetLineExport: ListExport = {
  name: 'budgetLine',
  path: '/gs/:idc/oversea/aps/budget/country/page/export',
  key: 'budgetCode',
  params: idcParams,
  filters: lineFilters,
  isClosed: true,
  viewRight: 'budget.country.view',
  right: RIGHT,
  title: (language) => textAt(language, `${page}.lines`),
  filterTitle: (language: Language, filter) => textAt(language, FILTER_TITLES[filter] ?? `${fields}.${filter}`),
  columns: [
    column('budgetCode', `${page}.budgetCode`, { kind: 'code' }),
    column('country', `${lineFields}.countryCode`),
    column('project', `${lineFields}.projectCode`),
    column('period', `${page}.period`, { kind: 'code', value: period }),
    column('currency', `${page}.currency`, { kind: 'code' }),
    ...LINE_AMOUNTS.map((name) => column(name, `${page}.buckets.${name}`, { kind: 'amount', beside: 'currency' })),
    column('pool', `${fields}.projectPoolCode`),
    column('department', `${fields}.budgetDeptCode`),
    column('businessType', `${page}.businessType`),
    column('productLine', `${lineFields}.productLineCode`),
  ],
  async query(tx, reader, { params, filters, sort }) {
    const area = await areaOf(reader, tx, params['idc'] ?? '')
    const request = { ...filters, ...(sort.length > 0 ? { sort } : {}) }
    return {
      rows: statementOf(allLines(reader.principal, reader.language, area, request)),
      count: lineCount(reader.principal, area, request),
    }
  },
}

const countryBudgetExport = documentExport(countryBudget, {
  right: RIGHT,
  names: {
    areaId: { table: 'area', key: 'id' },
    projectPoolCode: { table: 'project_pool', key: 'code' },
    budgetDeptCode: { table: 'budget_department', key: 'code' },
    regionCode: { table: 'budget_region', key: 'code' },
  },
  more: [column('period', `${page}.period`, { kind: 'code', value: period })],
})

export const budgetExports: readonly ListExport[] = [countryBudgetExport, budgetLineExport]
