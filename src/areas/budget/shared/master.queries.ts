import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { prepared, qb, type Statement } from '#kernel/platform/db/statement.ts'
import type { PeriodState } from './budget-period.ts'
import { matches, nameIn, type Selection } from '#kernel/engine/document/list/selector.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import {
  budgetRegionReference,
  businessReference,
  businessTypeReference,
  channelReference,
  departmentReference,
  poolReference,
} from '../references.facade.ts'

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
 * Locks the rows that a submit's lines refer to without foreign keys, which would be slow for 10,000 lines. A country is locked by its
 * projects. In the writers' lock order. Also locks the months of these areas: closing one takes the same lock exclusively.
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

// The values of each record that forms offer (spec section 7), under the names that the answers have for its columns.

export const departments = selectorRows(departmentReference, { budgetDeptCode: 'code', budgetDeptName: 'name' })
export const pools = selectorRows(poolReference, {
  id: 'project_pool.id::text',
  projectPoolCode: 'code',
  projectPoolName: 'name',
})
export const businesses = selectorRows(businessReference, { businessCode: 'code', businessName: 'name' })
export const regions = selectorRows(budgetRegionReference, { budgetRegionCode: 'code', budgetRegionName: 'name' })
export const channels = selectorRows(
  channelReference,
  { channelCode: 'code', channelName: 'name', channelStatus: { of: 'status', as: Type.Integer() } },
  { isAnyState: true },
)
export const businessTypes = selectorRows(
  businessTypeReference,
  {
    fscId: 'fsc_id',
    subBusiCode: 'sub_busi_code',
    mainBusiName: 'main_name_zh',
    midBusiName: 'mid_name_zh',
    subBusiName: 'sub_name_zh',
    mainBusiNameEn: 'main_name_en',
    midBusiNameEn: 'mid_name_en',
    subBusiNameEn: 'sub_name_en',
  },
  {
    search: [
      'fsc_id',
      'sub_busi_code',
      ...['main', 'mid', 'sub'].flatMap((each) => [`${each}_name_zh`, `${each}_name_en`]),
    ],
    order: 'business_type.fsc_id, business_type.sub_busi_code',
  },
)
/** Many: they are found country by country (`projectsOf`). */
export const projectRows = {
  shape: { projectCode: Type.String(), projectName: Type.String(), countryCode: Type.String() },
  counted: 'more',
} as const

export function departmentsOf(areaIds: readonly number[], selection: Selection) {
  return departments.of(
    selection,
    sql<SqlBool>`budget_department.code in (select department_code from budget_department_area where area_id = any(${areaIds}::int[]))`,
  )
}

export function poolsOf(areaId: number, selection: Selection) {
  return pools.of(
    selection,
    sql<SqlBool>`project_pool.code in (select pool_code from project_pool_area where area_id = ${areaId})`,
  )
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
