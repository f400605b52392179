import { type SqlBool, sql } from 'kysely'
import { prepared, qb, type Statement } from '#kernel/platform/db/statement.ts'
import type { PeriodState } from './budget-period.ts'
import { matches, nameIn, type Selection, totalBeside } from '#kernel/engine/document/list/selector.ts'

/** The application's codes that exist, are enabled and belong to the area. */
export interface MasterFacts {
  /** Organisation of the area, which owns its documents. */
  readonly scope_id: number
  readonly idc_code: string
  /** Control currency of the area. */
  readonly currency: string
  readonly period: PeriodState
  readonly pool_ok: boolean
  readonly dept_ok: boolean
  /** True without a region. */
  readonly region_ok: boolean
  readonly countries: readonly string[]
  /** Projects that the pool may fund, with the country of each at the same position. */
  readonly projects: readonly string[]
  readonly project_countries: readonly string[]
  /** `<fscId>|<subBusiCode>` */
  readonly business_types: readonly string[]
  /** With the class of each at the same position. */
  readonly product_lines: readonly string[]
  readonly product_classes: readonly string[]
}

/**
 * Values: areaId, poolCode, deptCode, regionCode or null, countryCodes, projectCodes, fscIds and subBusiCodes
 * (parallel), productLineCodes, year, month (null: the whole year, with its last month's state). No row where the area
 * does not exist. It runs in every submit, so it looks up only what the document names, each by primary key.
 */
export const masterFacts = prepared<MasterFacts>(
  'budget.master-facts',
  `select a.organisation_id as scope_id, a.idc_code, a.currency,
     coalesce((select state from budget_period where area_id = a.id and year = $10 and month = coalesce($11::int, 12)), 'open') as period,
     exists (select from project_pool_area pa join project_pool p on p.code = pa.pool_code and p.enabled
       where pa.area_id = a.id and pa.pool_code = $2) as pool_ok,
     exists (select from budget_department_area da join budget_department d on d.code = da.department_code and d.enabled
       where da.area_id = a.id and da.department_code = $3) as dept_ok,
     $4::text is null or exists (select from budget_region r where r.code = $4 and r.area_id = a.id and r.enabled) as region_ok,
     array(select c.code from country c where c.code = any ($5::text[]) and c.area_id = a.id and c.enabled) as countries,
     p.projects, p.project_countries,
     array(select b.fsc_id || '|' || b.sub_busi_code from business_type b
       where (b.fsc_id, b.sub_busi_code) in (select * from unnest($7::text[], $8::text[])) and b.enabled) as business_types,
     l.product_lines, l.product_classes
   from area a
   cross join lateral (
     select coalesce(array_agg(p.code), '{}') as projects, coalesce(array_agg(p.country_code), '{}') as project_countries
     from project p join country c on c.code = p.country_code and c.area_id = a.id
     where p.code = any ($6::text[]) and p.enabled and (p.pool_code is null or p.pool_code = $2)
   ) p
   cross join lateral (
     select coalesce(array_agg(l.code), '{}') as product_lines, coalesce(array_agg(l.product_class), '{}') as product_classes
     from product_line l where l.code = any ($9::text[]) and l.enabled
   ) l
   where a.id = $1`,
)

/**
 * Locks the rows that a submit's lines refer to without foreign keys, which would be slow for 10,000 lines. A country
 * is locked by its projects. In the writers' lock order. Also locks the months of these areas: closing one takes the
 * same lock exclusively.
 */
const holdCodes = prepared(
  'budget.hold-masters',
  `with department as (select from budget_department where code = $1 for key share),
     projects as (select from project where code = any ($2::text[]) order by id for key share)
   select pg_advisory_xact_lock_shared(area, $4::int) as period, (select count(*) from department) + (select count(*) from projects) as held
   from unnest($3::int[]) area order by area`,
)

interface HeldHeader {
  readonly budgetDeptCode: string | null
  readonly year: number | null
  readonly month: number | null
}

export function holdMasters(
  header: HeldHeader | undefined,
  areaIds: readonly number[],
  projects: readonly string[],
): Statement {
  return holdCodes(header?.budgetDeptCode ?? null, [...new Set(projects)], areaIds, periodKey(header))
}

/** A month as a number; null where there is none yet. */
function periodKey({ year, month }: Pick<HeldHeader, 'year' | 'month'> = { year: null, month: null }): number | null {
  return year === null || month === null ? null : year * 12 + month
}

export function departmentsOf(areaIds: readonly number[], selection: Selection) {
  return qb
    .selectFrom('budget_department as d')
    .select(['d.code as budgetDeptCode', nameIn(selection.language, 'd').as('budgetDeptName'), totalBeside])
    .where('d.enabled', '=', true)
    .where(
      'd.code',
      'in',
      qb
        .selectFrom('budget_department_area')
        .select('department_code')
        .where(sql<SqlBool>`area_id = any(${areaIds}::int[])`),
    )
    .where(matches(selection.keyword, 'd'))
    .orderBy('d.code')
    .limit(selection.limit)
    .offset(selection.offset)
}

const BUSINESS_TYPE_SEARCH = [
  'fsc_id',
  'sub_busi_code',
  'main_name_zh',
  'mid_name_zh',
  'sub_name_zh',
  'main_name_en',
  'mid_name_en',
  'sub_name_en',
]

export function businessTypes(selection: Selection) {
  return qb
    .selectFrom('business_type as b')
    .select([
      'b.fsc_id as fscId',
      'b.sub_busi_code as subBusiCode',
      'b.main_name_zh as mainBusiName',
      'b.mid_name_zh as midBusiName',
      'b.sub_name_zh as subBusiName',
      'b.main_name_en as mainBusiNameEn',
      'b.mid_name_en as midBusiNameEn',
      'b.sub_name_en as subBusiNameEn',
      totalBeside,
    ])
    .where('b.enabled', '=', true)
    .where(matches(selection.keyword, 'b', BUSINESS_TYPE_SEARCH))
    .orderBy('b.fsc_id')
    .orderBy('b.sub_busi_code')
    .limit(selection.limit)
    .offset(selection.offset)
}

export function poolsOf(areaId: number, selection: Selection) {
  return qb
    .selectFrom('project_pool as p')
    .innerJoin('project_pool_area as pa', 'pa.pool_code', 'p.code')
    .select([
      sql<string>`p.id::text`.as('id'),
      'p.code as projectPoolCode',
      nameIn(selection.language, 'p').as('projectPoolName'),
      totalBeside,
    ])
    .where('pa.area_id', '=', areaId)
    .where('p.enabled', '=', true)
    .where(matches(selection.keyword, 'p'))
    .orderBy('p.code')
    .limit(selection.limit)
    .offset(selection.offset)
}

export interface ProjectFilter {
  readonly countryCode?: string | undefined
  /** Excludes projects with another exclusive pool. */
  readonly projectPoolCode?: string | undefined
}

/** Projects of each country of the area, by code; one more than the page, to know whether there are others. */
export function projectsOf(areaId: number, filter: ProjectFilter, { language, keyword, limit, offset }: Selection) {
  const ofCountry = qb
    .selectFrom('project as p')
    .select(['p.code as projectCode', nameIn(language, 'p').as('projectName'), 'p.country_code as countryCode'])
    .where(sql<SqlBool>`p.country_code = c.code`)
    .where('p.enabled', '=', true)
    .$if(filter.projectPoolCode !== undefined, (query) =>
      query.where((eb) => eb.or([eb('p.pool_code', 'is', null), eb('p.pool_code', '=', filter.projectPoolCode!)])),
    )
    .where(matches(keyword, 'p'))
    .orderBy('p.code')
    .limit(limit + offset + 1)
  return qb
    .selectFrom('country as c')
    .innerJoinLateral(ofCountry.as('f'), (join) => join.onTrue())
    .where('c.area_id', '=', areaId)
    .where('c.enabled', '=', true)
    .$if(filter.countryCode !== undefined, (query) => query.where('c.code', '=', filter.countryCode!))
    .selectAll('f')
    .orderBy('f.projectCode')
    .limit(limit + 1)
    .offset(offset)
}

export function channelsOf(areaId: number, status: number | undefined, selection: Selection) {
  return qb
    .selectFrom('customer_channel as c')
    .select([
      'c.code as channelCode',
      nameIn(selection.language, 'c').as('channelName'),
      'c.status as channelStatus',
      totalBeside,
    ])
    .where('c.area_id', '=', areaId)
    .$if(status !== undefined, (query) => query.where('c.status', '=', status!))
    .where(matches(selection.keyword, 'c'))
    .orderBy('c.code')
    .limit(selection.limit)
    .offset(selection.offset)
}

export function businesses(selection: Selection) {
  return qb
    .selectFrom('budget_business as b')
    .select(['b.code as businessCode', nameIn(selection.language, 'b').as('businessName'), totalBeside])
    .where('b.enabled', '=', true)
    .where(matches(selection.keyword, 'b'))
    .orderBy('b.code')
    .limit(selection.limit)
    .offset(selection.offset)
}

export function regionsOf(areaIds: readonly number[], selection: Selection) {
  return qb
    .selectFrom('budget_region as r')
    .select(['r.code as budgetRegionCode', nameIn(selection.language, 'r').as('budgetRegionName'), totalBeside])
    .where(sql<SqlBool>`r.area_id = any(${areaIds}::int[])`)
    .where('r.enabled', '=', true)
    .where(matches(selection.keyword, 'r'))
    .orderBy('r.code')
    .limit(selection.limit)
    .offset(selection.offset)
}
