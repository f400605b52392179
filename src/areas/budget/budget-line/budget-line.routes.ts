import { type TSchema, Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { type Area, areaOf, visibleAreas } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import type { TotalAddress } from '#kernel/platform/http/totals.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { MOST_SORTED } from '#kernel/engine/read-list/read-list.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { LINE_AMOUNTS, type LineAmount } from './line-amounts.ts'
import { budgetLines } from './budget-line.list.ts'
import { LIST_TEXTS } from './list-texts.server.ts'
import { type AsOf, asOfField, asOfOf } from '../explain/as-of.server.ts'
import { allLines, lineCount, lineFiltersOf, type LineListRequest, linePage } from './budget-line.queries.ts'
import { LINE_STAGES } from '../budget-setting/control-columns.ts'
import { CONTROL_FILTERS } from '../budget-setting/control-filters.server.ts'
import { sumsOfLines } from './line-sums.server.ts'

const RIGHT = 'budget.country.view'
const MOST_SORTED_AS_OF = 5_000
export const idcParams = Type.Object({ idc: Type.String({ maxLength: 16 }) })

const oneOrMore = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Array(schema, { maxItems: 200 }), Type.Null()]))
const codes = oneOrMore(Type.String({ maxLength: 64 }))

/** An unknown filter is refused, not ignored: a total over the wrong rows would look right. */
export const lineFilters = {
  budgetCode: codes,
  level: oneOrMore(Type.Union([Type.Literal('country'), Type.Literal('project'), Type.Literal('all')])),
  year: oneOrMore(Type.Integer({ minimum: 0, maximum: 9999 })),
  month: oneOrMore(Type.Integer({ minimum: 1, maximum: 12 })),
  countryCode: codes,
  projectCode: codes,
  projectPoolCode: codes,
  budgetDeptCode: codes,
  productClass: codes,
  productLineCode: codes,
  currency: codes,
  fscId: codes,
  mode: codes,
  overrun: oneOrMore(Type.Union([Type.Literal('now'), Type.Literal('ever')])),
  stage: oneOrMore(Type.Union(LINE_STAGES.map((stage) => Type.Literal(stage)))),
}

const amountFields = Object.fromEntries(LINE_AMOUNTS.map((name) => [name, text])) as Record<LineAmount, typeof text>

const lineSchema = Type.Object({
  budgetCode: text,
  areaId: text,
  idcCode: text,
  year: Type.Integer(),
  month: Type.Integer(),
  level: text,
  parentCode: Type.Union([text, Type.Null()], { description: 'the project budget that funds it; null: the pool' }),
  countryCode: text,
  countryName: text,
  projectCode: text,
  projectName: text,
  projectCountryCode: Type.Union([text, Type.Null()], {
    description: 'of a project budget: the country of its project',
  }),
  projectCountryName: Type.Union([text, Type.Null()]),
  projectPoolCode: text,
  budgetDeptCode: text,
  fscId: text,
  subBusiCode: text,
  productClass: text,
  productLineCode: text,
  currency: text,
  mode: text,
  tolerance: text,
  ownerName: Type.Union([text, Type.Null()]),
  validFrom: Type.Union([text, Type.Null()]),
  validTo: Type.Union([text, Type.Null()]),
  ...amountFields,
})

type Asking = Pick<RequestContext, 'principal' | 'now'>

/** Approved applications create lines and move their money, so totals are valid until an application changes. */
function totalAddress({ principal }: Asking, area: Area, request: LineListRequest): TotalAddress {
  const filters = lineFiltersOf(request)
  return {
    // Spending changes which budgets are overdrawn, and a document of its own changes their control.
    kind: CONTROL_FILTERS.some((name) => filters[name]) ? 'budgetLine' : 'countryBudget',
    filters: ['budgetLine', area.id, filters],
    scope: principal.scope,
  }
}

type Query = ListQuery<
  LineListRequest & { readonly asOf?: string | null },
  { readonly area: Area; readonly asOf: AsOf | null }
>

const requestOf = ({ asked, sort }: Query): LineListRequest => ({ ...asked, ...(sort.length > 0 ? { sort } : {}) })

const list = serveList(budgetLines, {
  params: idcParams,
  summaries: {
    page: 'One page of the budget lines of an area, with their amounts',
    count: 'How many budget lines match, exact up to 1,000,000',
  },
  filters: { asOf: asOfField, ...lineFilters },
  row: lineSchema,
  async within(tx, reader, params, { asOf }) {
    const area = await areaOf(reader, tx, params['idc'] ?? '')
    return { area, asOf: await asOfOf(tx, area.id, asOf, reader.now) }
  },
  address: (query: Query) => totalAddress(query, query.within.area, query.asked),
  async page(tx, query, { limit, offset }) {
    const { principal, language } = query
    const { area, asOf } = query.within
    const request = { ...requestOf(query), limit, page: offset / limit + 1 }
    const rows = await readPage(tx, linePage(principal, language, area, request, asOf))
    return rows.map((row) => ({ ...row, areaId: area.areaId, idcCode: area.idcCode }))
  },
  count: ({ principal, within, asked }) => lineCount(principal, within.area, asked),
  sums: {
    summary: 'Totals of the matching budget lines, one record a currency',
    row: {
      currency: text,
      lineCount: Type.Integer(),
      ...amountFields,
      asOf: Type.Union([text, Type.Null()], { description: 'null: of now; dear totals may be up to a minute old' }),
    },
    async read(tx, query) {
      const { value, asOf, isOld } = await keptSums(tx, query, query.within.area, query.asked, query.within.asOf)
      return value.map((row) => ({ ...row, asOf: isOld ? asOf : null }))
    },
  },
  // A balance of another day is the sum of its postings.
  mostSorted: ({ within }) => (within.asOf ? MOST_SORTED_AS_OF : MOST_SORTED),
  key: 'budgetCode',
  texts: LIST_TEXTS,
  rows(query) {
    const { principal, language, within } = query
    return statementOf(allLines(principal, language, within.area, requestOf(query), within.asOf))
  },
})

/** The list's totals and the home page's figures share one cache. */
async function keptSums(tx: Tx, asking: Asking, area: Area, request: LineListRequest, asOf: AsOf | null = null) {
  const filters = lineFiltersOf(request)
  const address = { ...totalAddress(asking, area, request), filters: ['budgetLineSums', area.id, filters, asOf?.day] }
  return await keptFigure(tx, address, () => sumsOfLines(tx, asking.principal, area, filters, asOf))
}

const use = defineRoute({
  method: 'POST',
  path: '/aps/budget/country/use',
  right: RIGHT,
  summary: 'What became of the budget of a year: totals of each of the caller’s areas, one record a currency',
  mode: 'read',
  body: Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2100 }) }),
  data: Type.Array(
    Type.Object({
      idcCode: text,
      areaName: text,
      asOf: text,
      sums: Type.Array(Type.Object({ currency: text, lineCount: Type.Integer(), ...amountFields })),
    }),
  ),
  async handler(tx, context, { body }) {
    const areas = await tx.rows(visibleAreas(context))
    return await Promise.all(
      areas.map(async (area) => {
        const { value, asOf } = await keptSums(tx, context, { ...area, areaId: String(area.id) }, { year: body.year })
        return { idcCode: area.idcCode, areaName: area.areaName, asOf, sums: [...value] }
      }),
    )
  },
})

const idcOf = defineRoute({
  method: 'GET',
  path: '/aps/budget/country/line/idc',
  right: RIGHT,
  summary:
    'The business system of the area that a budget is of, for links that do not name it; null where there is none to see',
  mode: 'read',
  query: Type.Object({ budgetCode: Type.String({ maxLength: 32 }) }),
  data: Type.Object({ idcCode: Type.Union([text, Type.Null()]) }),
  async handler(tx, { principal }, { query }) {
    const found = await tx.first(
      statementOf(
        scoped(principal, 'budget_line')
          .innerJoin('area', 'area.id', 'budget_line.area_id')
          .where('budget_line.code', '=', query.budgetCode)
          .select('area.idc_code as idcCode'),
      ),
    )
    return { idcCode: found?.idcCode ?? null }
  },
})

export const budgetLineRoutes: readonly Route[] = [...list.routes, use, idcOf]
export const budgetLineExports = list.exports
