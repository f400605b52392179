import { Type } from 'typebox'
import { type Area, areaOf } from '#areas/organisation/organisation.facade.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { yearIn } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { PERIOD_STATES, type PeriodState } from '../shared/budget-period.ts'
import { idcParams } from '../budget-line/budget-line.routes.ts'
import { movePeriods, PERIOD } from './periods.server.ts'

const base = '/gs/:idc/oversea/aps/budget/period'
const year = Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100, description: 'without it this one' }))
const months = Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 12 }), { maxItems: 12 }))
const reason = Type.Optional(Type.String({ maxLength: 500 }))
const nullable = (of: ReturnType<typeof Type.String>) => Type.Union([of, Type.Null()])
const state = Type.String({ description: PERIOD_STATES.join(', ') })

/** Periods belong to the whole area: a person who sees only one of its countries may not change them. */
export async function wholeArea(tx: Tx, context: RequestContext, idc: string): Promise<Area> {
  const area = await areaOf(context, tx, idc)
  if (!inScope(context.principal.scope, area.scopeId)) throw new Refused(httpErrors.notFound())
  return area
}

interface PeriodRequest {
  readonly year?: number
  readonly months?: readonly number[]
  readonly reason?: string
}

const asked = (
  { principal, now }: RequestContext,
  { year: ofYear, months: some = [], reason: why }: PeriodRequest,
) => ({
  year: ofYear ?? yearIn(principal.timezone, now),
  months: some,
  reason: why?.trim() || null,
})

function someMonths<T extends ReturnType<typeof asked>>(wanted: T): T {
  if (wanted.months.length > 0) return wanted
  throw new Refused(httpErrors.invalidField({ field: 'months', reason: '[]' }, { field: 'months' }))
}

interface MonthRow {
  readonly month: number
  readonly state: PeriodState
  readonly updated_at: Date | null
  readonly by_zh: string | null
  readonly by_en: string | null
}

const monthsOfYear = prepared<MonthRow>(
  'budget.months-of-year',
  `select m as month, coalesce(p.state, 'open') as state, p.updated_at, u.name_zh as by_zh, u.name_en as by_en
   from generate_series(1, 12) m left join budget_period p on p.area_id = $1 and p.year = $2 and p.month = m
   left join app_user u on u.id = p.updated_by order by m`,
)

const monthSchema = Type.Object({
  month: Type.Integer(),
  state,
  updatedAt: nullable(Type.String()),
  updatedBy: nullable(Type.String()),
})
const yearSchema = Type.Object({ year: Type.Integer(), months: Type.Array(monthSchema) })

export async function readMonths(tx: Tx, { language }: RequestContext, areaId: number, ofYear: number) {
  const rows = await tx.rows(monthsOfYear(areaId, ofYear))
  return rows.map((row) => ({
    month: row.month,
    state: row.state,
    updatedAt: row.updated_at?.toISOString() ?? null,
    updatedBy: language === 'zh' ? row.by_zh : row.by_en,
  }))
}

const list = defineRoute({
  method: 'POST',
  path: `${base}/list`,
  right: 'budget.period.view',
  summary: 'How far the books of each month of a year are closed',
  mode: 'read',
  params: idcParams,
  body: Type.Object({ year }),
  data: yearSchema,
  async handler(tx, context, { params, body }) {
    const area = await wholeArea(tx, context, params.idc)
    const { year: ofYear } = asked(context, body)
    return { year: ofYear, months: await readMonths(tx, context, area.id, ofYear) }
  },
})

const move = defineRoute({
  method: 'POST',
  path: `${base}/move`,
  right: 'budget.period.move',
  summary: 'Moves months on: open to closing, closing to closed; refused with all that stands in the way',
  mode: 'write',
  params: idcParams,
  body: Type.Object({
    year,
    months,
    to: Type.Optional(Type.Union([Type.Literal('closing'), Type.Literal('closed')])),
    reason,
  }),
  data: yearSchema,
  async handler(tx, context, { params, body }) {
    const { id: areaId, currency } = await wholeArea(tx, context, params.idc)
    const to = body.to ?? 'closing'
    const from: readonly PeriodState[] = to === 'closing' ? ['open'] : ['closing']
    const wanted = someMonths(asked(context, body))
    await movePeriods(tx, context, { areaId, currency, ...wanted, from, to })
    return { year: wanted.year, months: await readMonths(tx, context, areaId, wanted.year) }
  },
})

const reopen = defineRoute({
  method: 'POST',
  path: `${base}/reopen`,
  right: 'budget.period.reopen',
  summary: 'Opens months in closing again, with a reason that stays in their history; a closed month stays closed',
  mode: 'write',
  params: idcParams,
  body: Type.Object({ year, months, reason }),
  data: yearSchema,
  async handler(tx, context, { params, body }) {
    const { id: areaId, currency } = await wholeArea(tx, context, params.idc)
    const wanted = someMonths(asked(context, body))
    if (wanted.reason === null)
      throw new Refused(httpErrors.invalidField({ field: 'reason', reason: '' }, { field: 'reason' }))
    await movePeriods(tx, context, { areaId, currency, ...wanted, from: ['closing'], to: 'open' })
    return { year: wanted.year, months: await readMonths(tx, context, areaId, wanted.year) }
  },
})

interface EntryRow {
  readonly at: Date
  readonly month: number
  readonly from_state: PeriodState
  readonly to_state: PeriodState
  readonly by_zh: string
  readonly by_en: string
  readonly reason: string | null
  readonly document_no: string | null
}

const historyOfYear = prepared<EntryRow>(
  'budget.period-history',
  `select e.at, p.month, e.from_state, e.to_state, u.name_zh as by_zh, u.name_en as by_en, e.detail ->> 'reason' as reason, d.no as document_no
   from budget_period p join audit_entry e on e.document_id = p.id and e.document_type = $3 join app_user u on u.id = e.actor_id
   left join budget_year_end d on d.id = (e.detail ->> 'documentId')::bigint
   where p.area_id = $1 and p.year = $2 order by e.id desc limit 100`,
)

const history = defineRoute({
  method: 'POST',
  path: `${base}/history`,
  right: 'budget.period.view',
  summary: 'Who moved which month of a year when and why, newest first',
  mode: 'read',
  params: idcParams,
  body: Type.Object({ year }),
  data: Type.Array(
    Type.Object({
      at: Type.String(),
      month: Type.Integer(),
      from: state,
      to: state,
      by: Type.String(),
      reason: nullable(Type.String()),
      documentNo: nullable(Type.String()),
    }),
  ),
  async handler(tx, context, { params, body }) {
    const area = await wholeArea(tx, context, params.idc)
    const rows = await tx.rows(historyOfYear(area.id, asked(context, body).year, PERIOD))
    return rows.map((row) => ({
      at: row.at.toISOString(),
      month: row.month,
      from: row.from_state,
      to: row.to_state,
      by: context.language === 'zh' ? row.by_zh : row.by_en,
      reason: row.reason,
      documentNo: row.document_no,
    }))
  },
})

export const periodRoutes: readonly Route[] = [list, move, reopen, history]
