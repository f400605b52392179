import { Type } from 'typebox'
import { type Area, areaOf } from '#areas/organisation/organisation.facade.ts'
import { yearIn } from '#kernel/base/clock/zone-day.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { defineList, type ListQuery } from '#kernel/engine/document/define-list.ts'
import { exportColumn } from '#kernel/platform/exports/export-columns.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { LINE_AMOUNTS } from '../budget-line/line-amounts.ts'
import { idcParams } from '../budget-line/budget-line.routes.ts'
import { projectBudgets, projectCount, type ProjectFilters } from './project-budget.queries.ts'

const text = Type.String()
const code = Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()]))

const filters = {
  year: Type.Optional(
    Type.Union([Type.Integer({ minimum: 2000, maximum: 2100 }), Type.Null()], {
      description: 'of the amounts; without it this one',
    }),
  ),
  keyword: code,
  countryCode: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 64 }),
      Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }),
      Type.Null(),
    ]),
  ),
  projectPoolCode: code,
  productClass: code,
  budgetDeptCode: code,
}
const rowSchema = Type.Object({
  projectCode: text,
  projectName: text,
  countryCode: text,
  countryName: text,
  projectPoolCode: Type.Union([text, Type.Null()]),
  projectPoolName: Type.Union([text, Type.Null()]),
  isEnabled: Type.Boolean(),
  currency: text,
  year: Type.Integer(),
  lineCount: Type.Integer(),
  ...Object.fromEntries(
    LINE_AMOUNTS.map((name) => [name, Type.String({ description: 'decimal text with two decimals' })]),
  ),
})

/** Amounts of several years are not summed. */
const inYear = ({ asked, principal, now }: ListQuery<ListRequest, Area>): ProjectFilters => ({
  ...asked,
  year: asked.year ?? yearIn(principal.timezone, now),
})

type ListRequest = Partial<Omit<ProjectFilters, 'year'>> & { readonly year?: number | null }

const PAGE = 'budget.page'
const LINE = 'budget.documents.countryBudget.lineFields'
const FIELD = 'budget.documents.countryBudget.fields'
const FILTER_TITLES: Readonly<Record<string, string>> = {
  keyword: `${LINE}.projectCode`,
  countryCode: `${LINE}.countryCode`,
}

type Row = Readonly<Record<string, string | number | null>>
const column = (
  key: string,
  kind: 'text' | 'code' | 'amount',
  path: string,
  of: (row: Row) => string | number | null = (row) => row[key] ?? null,
) => exportColumn<Row>(key, kind, (language) => textAt(language, path), of)

export const projectBudgetList = defineList<ListRequest, Area>({
  path: '/gs/:idc/oversea/aps/budget/project',
  params: idcParams,
  right: 'budget.country.view',
  summaries: {
    page: 'Projects of an area, each with what became of its budget of a year',
    count: 'How many projects match',
  },
  filters,
  row: rowSchema,
  within: (tx, reader, params) => areaOf(reader, tx, params['idc'] ?? ''),
  address({ principal, within, asked }) {
    const { keyword = '', countryCode = null, projectPoolCode = null } = asked
    return {
      kind: 'project',
      filters: ['projectBudget', within.id, keyword, countryCode, projectPoolCode],
      scope: principal.scope,
    }
  },
  page: (tx, query, place) =>
    tx.rows(projectBudgets(query.principal, query.language, query.within, inYear(query), place)),
  count: (query) => projectCount(query.principal, query.within, inYear(query)),
  file: {
    name: 'projectBudget',
    key: 'projectCode',
    right: 'budget.country.export',
    title: (language) => textAt(language, 'budget.menu.projectList'),
    filterTitle: (language, filter) => textAt(language, FILTER_TITLES[filter] ?? `${FIELD}.${filter}`),
    columns: [
      column('projectCode', 'code', `${PAGE}.projectCode`),
      column('projectName', 'text', `${LINE}.projectCode`),
      column('countryName', 'text', `${LINE}.countryCode`),
      column('projectPoolName', 'text', `${FIELD}.projectPoolCode`),
      column('lineCount', 'text', `${PAGE}.lineCount`, (row) => String(row['lineCount'])),
      column('year', 'code', `${FIELD}.year`, (row) => String(row['year'])),
      column('currency', 'code', `${PAGE}.currency`),
      ...LINE_AMOUNTS.map((name) => ({ ...column(name, 'amount', `${PAGE}.buckets.${name}`), beside: 'currency' })),
    ],
    rows: (query) => statementOf(projectBudgets(query.principal, query.language, query.within, inYear(query), null)),
  },
})
