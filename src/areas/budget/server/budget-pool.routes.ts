import { Type } from 'typebox'
import { type Area, areaOf } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/access/principal.ts'
import { statementOf } from '#kernel/db/statement.ts'
import { totalSchema } from '#kernel/http/paging.ts'
import { keptFigure } from '#kernel/http/figures.ts'
import { pageOf } from '#kernel/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/http/totals.ts'
import { exportColumn } from '#kernel/exports/export-columns.ts'
import type { ListExport } from '#kernel/exports/list-export.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import { POOL_AMOUNTS } from '../line-amounts.ts'
import { idcParams } from './budget-line.routes.ts'
import { belowPools, poolCount, type PoolListRequest, poolRows, poolSums } from './budget-pool.queries.ts'

const RIGHT = 'budget.pool.view'
const base = '/gs/:idc/oversea/aps/budget/pool'
const text = Type.String()
const code = Type.String({ maxLength: 64 })

const filters = {
  year: Type.Optional(Type.Union([Type.Integer({ minimum: 2000, maximum: 2100 }), Type.Null()])),
  projectPoolCode: Type.Optional(Type.Union([code, Type.Array(code, { maxItems: 200 }), Type.Null()])),
  currency: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
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
const amounts = Object.fromEntries(
  POOL_AMOUNTS.map((name) => [name, Type.String({ description: 'decimal text with two decimals' })]),
)

function addressOf({ principal }: RequestContext, area: Area, asked: PoolListRequest): TotalAddress {
  const { year = null, projectPoolCode = null, currency = null } = asked
  return {
    kind: 'budgetPool',
    filters: ['budgetPool', area.id, year, projectPoolCode, currency],
    scope: principal.scope,
  }
}

const page = defineRoute({
  method: 'POST',
  path: `${base}/page`,
  right: RIGHT,
  summary: 'Pools of an area with their amounts, and what is left in the budgets below them',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: Type.Object({
    records: Type.Array(
      Type.Object({
        id: text,
        projectPoolCode: text,
        projectPoolName: text,
        areaId: text,
        idcCode: text,
        year: Type.Integer(),
        currency: text,
        mode: text,
        lineCount: Type.Integer({ description: 'budgets below it' }),
        belowAvailable: Type.String({ description: 'what those have left; dear totals may be up to a minute old' }),
        ...amounts,
      }),
    ),
    recordTotal: Type.Union([Type.Integer(), Type.Null()]),
    capped: Type.Boolean(),
  }),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    const address = addressOf(context, area, body)
    const rows = await tx.rows(poolRows(context.principal, context.language, area, body, pageOf(body)))
    const total = await knownTotal(tx, address)
    const below = await keptFigure(tx, { ...address, kind: 'countryBudget', filters: ['belowPools', area.id] }, () =>
      tx.rows(belowPools(area.id)),
    )
    const byPool = new Map(below.value.map((each) => [`${each.pool} ${each.year} ${each.currency}`, each]))
    const records = rows.map((row) => {
      const lines = byPool.get(`${row.projectPoolCode} ${row.year} ${row.currency}`)
      return {
        ...row,
        areaId: area.areaId,
        idcCode: area.idcCode,
        lineCount: lines?.lines ?? 0,
        belowAvailable: lines?.available ?? '0.00',
      }
    })
    return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false }
  },
})

const count = defineRoute({
  method: 'POST',
  path: `${base}/page/count`,
  right: RIGHT,
  summary: 'How many pools match',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: totalSchema,
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    return await countedTotal(tx, addressOf(context, area, body), poolCount(context.principal, area, body))
  },
})

const sum = defineRoute({
  method: 'POST',
  path: `${base}/sum`,
  right: RIGHT,
  summary: 'Totals of the matching pools, one record a year and currency',
  mode: 'read',
  params: idcParams,
  body: listBody,
  data: Type.Array(Type.Object({ year: Type.Integer(), currency: text, poolCount: Type.Integer(), ...amounts })),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    return await tx.rows(poolSums(context.principal, area, body))
  },
})

export const budgetPoolRoutes: readonly Route[] = [page, count, sum]

const PAGE = 'budget.page'
const FIELD = 'budget.documents.countryBudget.fields'

type Row = Readonly<Record<string, string | number | null>>
const column = (
  key: string,
  kind: 'text' | 'code' | 'amount',
  path: string,
  of: (row: Row) => string | number | null = (row) => row[key] ?? null,
) => exportColumn<Row>(key, kind, (language) => textAt(language, path), of)

/** The same list as a file. */
export const budgetPoolExport: ListExport = {
  name: 'budgetPool',
  path: `${base}/page/export`,
  key: 'projectPoolCode',
  params: idcParams,
  filters,
  isClosed: true,
  viewRight: RIGHT,
  right: 'budget.pool.export',
  title: (language) => textAt(language, 'budget.menu.poolList'),
  filterTitle: (language, filter) => textAt(language, `${FIELD}.${filter}`),
  columns: [
    column('projectPoolCode', 'code', `${FIELD}.projectPoolCode`),
    column('projectPoolName', 'text', `${PAGE}.poolName`),
    column('year', 'code', `${FIELD}.year`, (row) => String(row['year'])),
    column('currency', 'code', `${PAGE}.currency`),
    ...POOL_AMOUNTS.map((name) => ({
      ...column(name, 'amount', `${PAGE}.buckets.${name}`),
      beside: 'currency',
    })),
  ],
  async query(tx, { principal, language }, { params, filters: asked, sort }) {
    const area = await areaOf({ principal, language }, tx, params['idc'] ?? '')
    const request = { ...(asked as PoolListRequest), ...(sort.length > 0 ? { sort } : {}) }
    return {
      rows: statementOf(poolRows(principal, language, area, request, null)),
      count: poolCount(principal, area, request),
    }
  },
}
