import { type TSchema, Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { type Area, areaOf, visibleAreas } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/platform/http/totals.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { LINE_AMOUNTS, type LineAmount } from './line-amounts.ts'
import { asOfField, asOfOf } from '../explain/as-of.server.ts'
import { lineCount, lineFiltersOf, type LineListRequest, linePage } from './budget-line.queries.ts'
import { CONTROL_FILTERS } from '../budget-setting/control-filters.server.ts'
import { sumsOfLines } from './line-sums.server.ts'

const RIGHT = 'budget.country.view'
const base = '/gs/:idc/oversea/aps/budget/country'
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
}

const listBody = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1 })),
    asOf: asOfField,
    ...lineFilters,
  },
  { additionalProperties: false },
)

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

/** Approved applications create lines and move their money, so totals are valid until an application changes. */
function totalAddress(context: RequestContext, area: Area, request: LineListRequest): TotalAddress {
  const filters = lineFiltersOf(request)
  return {
    // Spending changes which budgets are overdrawn, and a document of its own changes their control.
    kind: CONTROL_FILTERS.some((name) => filters[name]) ? 'budgetLine' : 'countryBudget',
    filters: ['budgetLine', area.id, filters],
    scope: context.principal.scope,
  }
}

const page = defineRoute({
  method: 'POST',
  path: `${base}/page`,
  right: RIGHT,
  summary: 'One page of the budget lines of an area, with their amounts',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: Type.Object({
    records: Type.Array(lineSchema),
    recordTotal: Type.Union([Type.Integer(), Type.Null()]),
    capped: Type.Boolean(),
  }),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    const asOf = await asOfOf(tx, area.id, body.asOf, context.now)
    const [rows, total] = await Promise.all([
      readPage(tx, linePage(context.principal, context.language, area, body, asOf)),
      knownTotal(tx, totalAddress(context, area, body)),
    ])
    const records = rows.map((row) => ({ ...row, areaId: area.areaId, idcCode: area.idcCode }))
    return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false }
  },
})

const count = defineRoute({
  method: 'POST',
  path: `${base}/page/count`,
  right: RIGHT,
  summary: 'How many budget lines match, exact up to 1,000,000',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: totalSchema,
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    return await countedTotal(tx, totalAddress(context, area, body), lineCount(context.principal, area, body))
  },
})

const sum = defineRoute({
  method: 'POST',
  path: `${base}/sum`,
  right: RIGHT,
  summary: 'Totals of the matching budget lines, one record a currency',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: Type.Array(
    Type.Object({
      currency: text,
      lineCount: Type.Integer(),
      ...amountFields,
      asOf: Type.Union([text, Type.Null()], { description: 'null: of now; dear totals may be up to a minute old' }),
    }),
  ),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    const { value, asOf, isOld } = await keptSums(tx, context, area, body, body.asOf)
    return value.map((row) => ({ ...row, asOf: isOld ? asOf : null }))
  },
})

/** The list's totals and the home page's figures share one cache. */
async function keptSums(
  tx: Tx,
  context: RequestContext,
  area: Area,
  request: LineListRequest,
  day: string | null | undefined = null,
) {
  const filters = lineFiltersOf(request)
  const asOf = await asOfOf(tx, area.id, day, context.now)
  const address = { ...totalAddress(context, area, request), filters: ['budgetLineSums', area.id, filters, asOf?.day] }
  return await keptFigure(tx, address, () => sumsOfLines(tx, context.principal, area, filters, asOf))
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

export const budgetLineRoutes: readonly Route[] = [page, count, sum, use]
