import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { withinScope } from '#kernel/platform/access/scoped.ts'
import { qb } from '#kernel/platform/db/statement.ts'
import { matches, nameIn } from '#kernel/engine/document/list/selector.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'

type Caller = Pick<RequestContext, 'principal' | 'language'>

/** A zone's countries that the caller sees: those of its areas, and those named individually. */
function ledCountries({ principal }: Caller) {
  return qb
    .selectFrom('country as c')
    .where('c.enabled', '=', true)
    .where(withinScope(principal.scope, 'c.organisation_id'))
    .innerJoin('war_zone as z', (join) => join.onTrue())
    .where('z.enabled', '=', true)
    .where(
      sql<SqlBool>`(exists (select from war_zone_country w where w.war_zone_code = z.code and w.country_code = c.code)
        or exists (select from war_zone_area w where w.war_zone_code = z.code and w.area_id = c.area_id))`,
    )
}

/** Zones with any country of the caller's. */
export function zonesOf(caller: Caller, keyword: string) {
  return qb
    .selectFrom('war_zone as z')
    .select(['z.code as warZoneCode', nameIn(caller.language, 'z').as('warZoneName')])
    .where('z.code', 'in', ledCountries(caller).select('z.code'))
    .where(matches(keyword, 'z'))
    .orderBy('z.code')
}

/** The areas of a zone, or of all, each with its countries in the zone. */
export function zoneAreas(caller: Caller, warZoneCode: string | undefined) {
  return ledCountries(caller)
    .innerJoin('area as a', 'a.id', 'c.area_id')
    .where('a.enabled', '=', true)
    .where(warZoneCode === undefined ? sql<SqlBool>`true` : sql<SqlBool>`z.code = ${warZoneCode}`)
    .select([
      'z.code as warZoneCode',
      'a.area_id as id',
      nameIn(caller.language, 'a').as('areaName'),
      'a.area_id as areaId',
      'a.idc_code as idcCode',
      'a.biz_system as bizSystem',
      'a.currency',
      sql<string[]>`array_agg(c.code order by c.code)`.as('countryCodes'),
    ])
    .groupBy(['z.code', 'a.id'])
    .orderBy('z.code')
    .orderBy('a.id')
}

/** Customers of other zones that one sells to all the same. */
export const whiteCustomers = selectorRows(
  { table: 'war_zone_customer', key: 'code', keyType: 'text', enabled: 'enabled' },
  {
    warZoneCode: 'war_zone_code',
    distributorCode: 'c.code',
    distributorName: 'c.name_{language}',
    erpCustomerCode: { of: 'c.oerp_code', as: nullable(Type.String()) },
    businessCustomerCode: { of: 'c.business_code', as: nullable(Type.String()) },
  },
  {
    join: "join customer c on c.code = war_zone_customer.customer_code and c.state = 'enabled'",
    search: ['c.code', 'c.name_zh', 'c.name_en'],
  },
)
