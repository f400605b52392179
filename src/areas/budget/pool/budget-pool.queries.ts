import { sql, type SqlBool } from 'kysely'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { prepared, qb, statementOf, type Statement } from '#kernel/platform/db/statement.ts'
import { nameIn } from '#kernel/engine/document/list/selector.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { POOL_AMOUNTS } from '../budget-line/line-amounts.ts'
import { columnOf } from '../explain/account-amounts.server.ts'

export interface PoolListRequest {
  readonly page?: number
  readonly limit?: number
  readonly sort?: readonly string[]
  readonly year?: number | null
  readonly projectPoolCode?: readonly string[] | string | null
  readonly currency?: string | null
}

const ORDERS = { year: 'p.year', projectPoolCode: 'p.project_pool_code' } as const

function matching(principal: Principal, area: Area, { year, projectPoolCode, currency }: PoolListRequest) {
  const codes = [projectPoolCode ?? []].flat().filter((code) => code !== '')
  let query = scoped(principal, 'budget_pool').where('area_id', '=', area.id)
  if (year) query = query.where('year', '=', year)
  if (codes.length > 0) query = query.where(sql<SqlBool>`project_pool_code = any(${codes}::text[])`)
  if (currency) query = query.where('currency', '=', currency)
  return query
}

/** Pools of an area, newest year first, each with its account. */
export function poolRows(
  principal: Principal,
  language: Language,
  area: Area,
  request: PoolListRequest,
  page: { readonly limit: number; readonly offset: number } | null,
) {
  const { by, direction } = requestedOrder(request.sort, ORDERS, '-year')
  let rows = qb
    .selectFrom(matching(principal, area, request).selectAll('budget_pool').as('p'))
    .innerJoin('budget_account as a', 'a.id', 'p.id')
    .leftJoin('project_pool as o', 'o.code', 'p.project_pool_code')
    .select([
      'p.id',
      'p.project_pool_code as projectPoolCode',
      sql<string>`coalesce(${nameIn(language, 'o')}, p.project_pool_code)`.as('projectPoolName'),
      'p.year',
      'p.currency',
      'a.mode',
      ...POOL_AMOUNTS.map((amount) => sql<string>`${sql.raw(columnOf(amount, 'a'))}`.as(amount)),
    ])
    .orderBy(by, direction)
    .orderBy('p.project_pool_code')
    .orderBy('p.id')
  if (page) rows = rows.limit(page.limit).offset(page.offset)
  return rows
}

export function poolCount(principal: Principal, area: Area, request: PoolListRequest): Statement<{ total: number }> {
  const ids = matching(principal, area, request)
    .select('id')
    .limit(TOTAL_LIMIT + 1)
  return statementOf(qb.selectFrom(ids.as('p')).select(sql<number>`count(*)::int`.as('total')))
}

/** Totals of the matching pools, one row per year and currency, since years are separate. */
export function poolSums(principal: Principal, area: Area, request: PoolListRequest) {
  return qb
    .selectFrom(matching(principal, area, request).select(['id', 'year', 'currency']).as('p'))
    .innerJoin('budget_account as a', 'a.id', 'p.id')
    .select([
      'p.year',
      'p.currency',
      sql<number>`count(*)::int`.as('poolCount'),
      ...POOL_AMOUNTS.map((amount) => sql<string>`sum(${sql.raw(columnOf(amount, 'a'))})`.as(amount)),
    ])
    .groupBy(['p.year', 'p.currency'])
    .orderBy('p.year', 'desc')
    .orderBy('p.currency')
}

/** Budgets below each pool of an area, with their balances. */
export interface BelowPool {
  readonly pool: string
  readonly year: number
  readonly currency: string
  readonly lines: number
  readonly countries: string
  readonly projects: string
}

export const belowPools = prepared<BelowPool>(
  'budget.below-pools',
  `select l.project_pool_code as pool, l.year, l.currency, count(*)::int as lines,
     coalesce(sum(a.avl) filter (where l.level = 'country'), 0.00)::text as countries,
     coalesce(sum(a.avl) filter (where l.level = 'project'), 0.00)::text as projects
   from budget_line l join budget_account a on a.id = l.id
   where l.area_id = $1 and l.state <> 'planned' group by 1, 2, 3`,
)
