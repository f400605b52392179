import { sql, type SqlBool } from 'kysely'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, type Statement, statementOf } from '#kernel/platform/db/statement.ts'
import { matches, nameIn } from '#kernel/engine/document/list/selector.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'
import { columnOf } from '../explain/account-amounts.server.ts'

/** Filters of a list of project budgets: the year of its amounts, and projects. */
export interface ProjectFilters {
  readonly year: number
  readonly keyword?: string | null
  readonly countryCode?: readonly string[] | string | null
  readonly projectPoolCode?: string | null
  readonly productClass?: string | null
  readonly budgetDeptCode?: string | null
}

/** Projects of an area's countries that the caller may see; those with an exclusive pool are distinguished by it. */
function projects(principal: Principal, area: Area, filters: ProjectFilters) {
  const { keyword, countryCode, projectPoolCode } = filters
  const countries = [countryCode ?? []].flat().filter((code) => code !== '')
  let query = scoped(principal, 'project')
    .innerJoin('country as c', 'c.code', 'project.country_code')
    .where('c.area_id', '=', area.id)
    .where(matches((keyword ?? '').trim(), 'project'))
  if (countries.length > 0) query = query.where(sql<SqlBool>`project.country_code = any(${countries})`)
  if (projectPoolCode)
    query = query.where((eb) =>
      eb.or([eb('project.pool_code', 'is', null), eb('project.pool_code', '=', projectPoolCode)]),
    )
  return query
}

/** Amounts that countries draw were granted to the project before, so they count once. */
const once = (name: LineAmount) =>
  name === 'granted' || name === 'revoked'
    ? `case when l.parent_id is null then ${columnOf(name, 'a')} else 0 end`
    : columnOf(name, 'a')

const isGiven = (column: string, value: string | null | undefined) =>
  value ? sql<SqlBool>`${sql.ref(column)} = ${value}` : sql<SqlBool>`true`

/** Projects in the order of their codes, each with its budget of the year; every amount in the area's own currency. */
export function projectRows(
  principal: Principal,
  language: Language,
  area: Area,
  filters: ProjectFilters,
  page: { readonly limit: number; readonly offset: number } | null,
) {
  const { year, projectPoolCode, productClass, budgetDeptCode } = filters
  let chosen = projects(principal, area, filters)
    .select([
      'project.code',
      'project.name_zh',
      'project.name_en',
      'project.country_code',
      'project.pool_code',
      'project.enabled',
      'c.name_zh as country_zh',
      'c.name_en as country_en',
    ])
    .orderBy('project.code')
  if (page) chosen = chosen.limit(page.limit).offset(page.offset)
  return qb
    .selectFrom(chosen.as('p'))
    .innerJoinLateral(
      // Found by area and project, so a page costs only its own projects' budgets.
      (eb) =>
        eb
          .selectFrom('budget_line as l')
          .innerJoin('budget_account as a', 'a.id', 'l.id')
          .where('l.area_id', '=', area.id)
          .whereRef('l.project_code', '=', 'p.code')
          .where('l.year', '=', year)
          .where(sql<SqlBool>`l.state <> 'planned'`)
          .where(isGiven('l.project_pool_code', projectPoolCode))
          .where(isGiven('l.product_class', productClass))
          .where(isGiven('l.budget_dept_code', budgetDeptCode))
          .select([
            sql<number>`count(*)::int`.as('lineCount'),
            ...LINE_AMOUNTS.map((name) => sql<string>`coalesce(sum(${sql.raw(once(name))}), 0.00)`.as(name)),
          ])
          .as('s'),
      (join) => join.onTrue(),
    )
    .leftJoin('project_pool as o', 'o.code', 'p.pool_code')
    .select([
      'p.code as projectCode',
      nameIn(language, 'p').as('projectName'),
      'p.country_code as countryCode',
      sql<string>`${sql.ref(`p.country_${language}`)}`.as('countryName'),
      'p.pool_code as projectPoolCode',
      sql<string | null>`${nameIn(language, 'o')}`.as('projectPoolName'),
      'p.enabled as isEnabled',
      sql<string>`${area.currency}::text`.as('currency'),
      sql<number>`${year}::int`.as('year'),
      's.lineCount',
      ...LINE_AMOUNTS.map((name) => `s.${name}` as const),
    ])
    .orderBy('p.code')
}

export function projectCount(principal: Principal, area: Area, filters: ProjectFilters): Statement<{ total: number }> {
  const codes = projects(principal, area, filters)
    .select('project.code')
    .limit(TOTAL_LIMIT + 1)
  return statementOf(qb.selectFrom(codes.as('p')).select(sql<number>`count(*)::int`.as('total')))
}
