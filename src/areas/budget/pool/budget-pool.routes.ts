import { Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { type Area, areaOf } from '#areas/organisation/organisation.facade.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListPlace, ListQuery } from '#kernel/engine/read-list/serving.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import type { TotalAddress } from '#kernel/platform/http/totals.ts'
import { POOL_AMOUNTS } from '../budget-line/line-amounts.ts'
import { idcParams } from '../budget-line/budget-line.routes.ts'
import { LIST_TEXTS } from '../budget-line/list-texts.server.ts'
import { budgetPools } from './budget-pool.list.ts'
import { belowPools, poolCount, type PoolListRequest, poolRows, poolSums } from './budget-pool.queries.ts'

const code = Type.String({ maxLength: 64 })

const filters = {
  year: Type.Optional(Type.Union([Type.Integer({ minimum: 2000, maximum: 2100 }), Type.Null()])),
  projectPoolCode: Type.Optional(Type.Union([code, Type.Array(code, { maxItems: 200 }), Type.Null()])),
  currency: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
}
const amounts = Object.fromEntries(
  POOL_AMOUNTS.map((name) => [name, Type.String({ description: 'decimal text with two decimals' })]),
)

type Query = ListQuery<PoolListRequest, Area>

const requestOf = ({ asked, sort }: Query): PoolListRequest => ({ ...asked, sort })

function addressOf({ principal, within, asked }: Query): TotalAddress {
  const { year = null, projectPoolCode = null, currency = null } = asked
  return {
    kind: 'budgetPool',
    filters: ['budgetPool', within.id, year, projectPoolCode, currency],
    scope: principal.scope,
  }
}

/** Pools with what is left in the budgets below them, which one figure of the area tells for all. */
async function readPools(tx: Tx, query: Query, place: ListPlace) {
  const { principal, language, within: area } = query
  const rows = await tx.rows(poolRows(principal, language, area, requestOf(query), place))
  const address = { ...addressOf(query), kind: 'countryBudget', filters: ['belowPoolsByLevel', area.id] }
  const below = await keptFigure(tx, address, () => tx.rows(belowPools(area.id)))
  const byPool = new Map(below.value.map((each) => [`${each.pool} ${each.year} ${each.currency}`, each]))
  return rows.map((row) => {
    const lines = byPool.get(`${row.projectPoolCode} ${row.year} ${row.currency}`)
    return {
      ...row,
      areaId: area.areaId,
      idcCode: area.idcCode,
      lineCount: lines?.lines ?? 0,
      belowAvailable: lines?.countries ?? '0.00',
      belowProjectsAvailable: lines?.projects ?? '0.00',
    }
  })
}

export const poolList = serveList(budgetPools, {
  params: idcParams,
  summaries: {
    page: 'Pools of an area with their amounts, and what is left in the budgets below them',
    count: 'How many pools match',
  },
  filters,
  row: Type.Object({
    id: text,
    projectPoolCode: text,
    projectPoolName: text,
    areaId: text,
    idcCode: text,
    year: Type.Integer(),
    currency: text,
    mode: text,
    lineCount: Type.Integer({ description: 'budgets below it' }),
    belowAvailable: Type.String({
      description: 'what those of countries have left; dear totals may be up to a minute old',
    }),
    belowProjectsAvailable: Type.String({ description: 'what those of projects have left' }),
    ...amounts,
  }),
  within: (tx, reader, params) => areaOf(reader, tx, params['idc'] ?? ''),
  address: addressOf,
  page: readPools,
  count: (query: Query) => poolCount(query.principal, query.within, query.asked),
  sums: {
    summary: 'Totals of the matching pools, one record a year and currency',
    row: { year: Type.Integer(), currency: text, poolCount: Type.Integer(), ...amounts },
    read: (tx, query) => tx.rows(poolSums(query.principal, query.within, query.asked)),
  },
  key: 'projectPoolCode',
  texts: LIST_TEXTS,
  rows: (query) => statementOf(poolRows(query.principal, query.language, query.within, requestOf(query), null)),
})
