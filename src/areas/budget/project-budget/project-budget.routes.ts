import { Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { type Area, areaOf } from '#areas/organisation/organisation.facade.ts'
import { yearIn } from '#kernel/base/clock/zone-day.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { LINE_AMOUNTS } from '../budget-line/line-amounts.ts'
import { idcParams } from '../budget-line/budget-line.routes.ts'
import { LIST_TEXTS } from '../budget-line/list-texts.server.ts'
import { projectBudgets } from './project-budget.list.ts'
import { projectCount, type ProjectFilters, projectRows } from './project-budget.queries.ts'

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

type Query = ListQuery<ListRequest, Area>

/** Amounts of several years are no budget of any. */
const inYear = ({ asked, principal, now }: Query): ProjectFilters => ({
  ...asked,
  year: asked.year ?? yearIn(principal.timezone, now),
})

type ListRequest = Partial<Omit<ProjectFilters, 'year'>> & { readonly year?: number | null }

export const projectBudgetList = serveList(projectBudgets, {
  params: idcParams,
  summaries: {
    page: 'Projects of an area, each with what became of its budget of a year',
    count: 'How many projects match',
  },
  filters,
  row: rowSchema,
  within: (tx, reader, params) => areaOf(reader, tx, params['idc'] ?? ''),
  address({ principal, within, asked }: Query) {
    const { keyword = '', countryCode = null, projectPoolCode = null } = asked
    return {
      kind: 'project',
      filters: ['projectBudget', within.id, keyword, countryCode, projectPoolCode],
      scope: principal.scope,
    }
  },
  page: (tx, query, place) => tx.rows(projectRows(query.principal, query.language, query.within, inYear(query), place)),
  count: (query) => projectCount(query.principal, query.within, inYear(query)),
  key: 'projectCode',
  texts: LIST_TEXTS,
  rows: (query) => statementOf(projectRows(query.principal, query.language, query.within, inYear(query), null)),
})
