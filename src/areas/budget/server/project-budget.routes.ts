import { Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import { yearIn } from '#kernel/clock/zone-day.ts'
import { statementOf } from '#kernel/db/statement.ts'
import { totalSchema } from '#kernel/http/paging.ts'
import { pageOf } from '#kernel/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/http/totals.ts'
import type { RequestContext } from '#kernel/access/principal.ts'
import type { ListExport } from '#kernel/exports/list-export.ts'
import { exportColumn } from '#kernel/exports/export-columns.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import { LINE_AMOUNTS } from '../line-amounts.ts'
import { idcParams } from './budget-line.routes.ts'
import { projectBudgets, projectCount, type ProjectFilters } from './project-budget.queries.ts'

const RIGHT = 'budget.country.view'
const base = '/gs/:idc/oversea/aps/budget/project'
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
const listBody = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1 })),
    ...filters,
  },
  { additionalProperties: false },
)

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

/** Amounts of several years are no budget of any. */
const inYear = (asked: Asked, { principal, now }: Pick<RequestContext, 'principal' | 'now'>): ProjectFilters => ({
  ...asked,
  year: asked.year ?? yearIn(principal.timezone, now),
})

type Asked = Partial<Omit<ProjectFilters, 'year'>> & { readonly year?: number | null }

function totalAddress({ principal }: RequestContext, area: Area, asked: Asked): TotalAddress {
  const { keyword = '', countryCode = null, projectPoolCode = null } = asked
  return {
    kind: 'project',
    filters: ['projectBudget', area.id, keyword, countryCode, projectPoolCode],
    scope: principal.scope,
  }
}

const page = defineRoute({
  method: 'POST',
  path: `${base}/page`,
  right: RIGHT,
  summary: 'Projects of an area, each with what became of its budget of a year',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: Type.Object({
    records: Type.Array(rowSchema),
    recordTotal: Type.Union([Type.Integer(), Type.Null()]),
    capped: Type.Boolean(),
  }),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    const [records, total] = await Promise.all([
      tx.rows(projectBudgets(context.principal, context.language, area, inYear(body, context), pageOf(body))),
      knownTotal(tx, totalAddress(context, area, body)),
    ])
    return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false }
  },
})

const count = defineRoute({
  method: 'POST',
  path: `${base}/page/count`,
  right: RIGHT,
  summary: 'How many projects match',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: totalSchema,
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    return await countedTotal(
      tx,
      totalAddress(context, area, body),
      projectCount(context.principal, area, inYear(body, context)),
    )
  },
})

export const projectBudgetRoutes: readonly Route[] = [page, count]

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

/** The same list as a file. */
export const projectBudgetExport: ListExport = {
  name: 'projectBudget',
  path: `${base}/page/export`,
  key: 'projectCode',
  params: idcParams,
  filters,
  isClosed: true,
  viewRight: RIGHT,
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
  async query(tx, { principal, language, now }, { params, filters: asked }) {
    const area = await areaOf({ principal, language }, tx, params['idc'] ?? '')
    const wanted = inYear(asked as Asked, { principal, now })
    return {
      rows: statementOf(projectBudgets(principal, language, area, wanted, null)),
      count: projectCount(principal, area, wanted),
    }
  },
}
