import { Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { areaOf, countriesOf } from '#areas/organisation/organisation.facade.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'
import { asOfField, asOfOf, readAreaDay } from '../explain/as-of.server.ts'
import { lineFiltersOf } from '../budget-line/budget-line.queries.ts'
import { idcParams, lineFilters } from '../budget-line/budget-line.routes.ts'
import { readOverview } from './overview.queries.ts'
import { localDay } from '../explain/turnover.server.ts'

const uses = { current: text, committed: text, accrued: text, executed: text }
const month = Type.Integer({ minimum: 1, maximum: 12 })
const amounts = Object.fromEntries(LINE_AMOUNTS.map((name) => [name, text])) as Record<LineAmount, typeof text>

const { countryCode, projectPoolCode, budgetDeptCode, productClass, productLineCode, fscId } = lineFilters

const overview = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/budget/overview',
  right: 'budget.country.view',
  summary:
    'A year of budgets in one currency: by month and country, and what was used until when against what was planned',
  mode: 'read',
  params: idcParams,
  body: Type.Object(
    {
      year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100 })),
      currency: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
      level: Type.Optional(Type.Union([Type.Literal('country'), Type.Literal('project')])),
      asOf: asOfField,
      countryCode,
      projectPoolCode,
      budgetDeptCode,
      productClass,
      productLineCode,
      fscId,
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    year: Type.Integer(),
    asOf: text,
    currencies: Type.Array(text),
    currency: text,
    totals: Type.Object(amounts),
    months: Type.Array(Type.Object({ month, ...uses })),
    course: Type.Array(Type.Object({ month, plan: text, used: Type.Union([text, Type.Null()]) })),
    cells: Type.Array(Type.Object({ month, countryCode: text, ...uses })),
    countries: Type.Array(Type.Object({ countryCode: text, countryName: text })),
  }),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    const { timezone } = await readAreaDay(tx, area.id)
    const today = localDay(context.now, timezone)
    const { year = Number(today.slice(0, 4)), currency = null, level = 'country', asOf: day, ...request } = body
    const asOf = await asOfOf(tx, area.id, day, context.now)
    const until = asOf?.day ?? today
    const lastMonth = until < `${year}` ? 0 : until.slice(0, 4) === String(year) ? Number(until.slice(5, 7)) : 12
    // The level is a part of the question itself.
    const filters = lineFiltersOf({ ...request, level: 'all' })
    const { principal, language } = context
    const address = {
      kind: 'countryBudget',
      filters: ['budgetOverview', area.id, year, currency, level, asOf?.day, lastMonth, filters],
      scope: principal.scope,
    }
    const question = { principal, area, year, filters, level, currency, asOf, lastMonth }
    const [kept, countries] = await Promise.all([
      keptFigure(tx, address, () => readOverview(tx, question)),
      tx.rows(countriesOf(principal.scope, area, { language, keyword: '', limit: 200, offset: 0 })),
    ])
    return { ...kept.value, year, asOf: asOf ? asOf.until.toISOString() : kept.asOf, countries }
  },
})

export const overviewRoutes: readonly Route[] = [overview]
