import { type SqlBool, sql } from 'kysely'
import type { RequestContext } from '#kernel/access/principal.ts'
import type { Scope } from '#kernel/access/principal.ts'
import { withinScope } from '#kernel/access/scoped.ts'
import { qb } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { matches, nameIn, type Selection, totalBeside } from '#kernel/document/selector.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'

/** A sales area as the caller sees it. */
export interface Area {
  readonly id: number
  /** The id on the wire. */
  readonly areaId: string
  readonly areaCode: string
  readonly areaName: string
  readonly idcCode: string
  readonly bizSystem: string
  /** Control currency of its budgets. */
  readonly currency: string
  readonly scopeId: number
}

/** An area is visible with its own organisation or with that of any of its countries. */
function visible(scope: Scope) {
  return sql<SqlBool>`(${withinScope(scope, 'a.organisation_id')} or exists (
    select from country c where c.area_id = a.id and ${withinScope(scope, 'c.organisation_id')}))`
}

/** The caller's areas of the phone back-end system. */
export function visibleAreas(context: Pick<RequestContext, 'principal' | 'language'>) {
  return qb
    .selectFrom('area as a')
    .select([
      'a.id',
      'a.area_id as areaId',
      'a.area_code as areaCode',
      nameIn(context.language, 'a').as('areaName'),
      'a.idc_code as idcCode',
      'a.biz_system as bizSystem',
      'a.currency',
      'a.organisation_id as scopeId',
    ])
    .where('a.biz_system', '=', 'gs')
    .where(visible(context.principal.scope))
    .orderBy('a.id')
}

/** The area of an IDC. One outside the caller's scope answers as one that does not exist. */
export async function areaOf(
  context: Pick<RequestContext, 'principal' | 'language'>,
  tx: Tx,
  idc: string,
): Promise<Area> {
  const area = await tx.first(visibleAreas(context).where('a.idc_code', '=', idc))
  if (!area) throw new Refused(httpErrors.notFound())
  return area
}

/** The same by the id on the wire. */
export async function areaById(
  context: Pick<RequestContext, 'principal' | 'language'>,
  tx: Tx,
  areaId: string,
): Promise<Area> {
  const area = await tx.first(visibleAreas(context).where('a.area_id', '=', areaId))
  if (!area) throw new Refused(httpErrors.notFound())
  return area
}

/** Countries of an area that the caller may see: all of them, or those of his own country organisations. */
export function countriesOf(scope: Scope, area: Area, selection: Selection) {
  return qb
    .selectFrom('country as c')
    .select(['c.code as countryCode', nameIn(selection.language, 'c').as('countryName'), totalBeside])
    .where('c.area_id', '=', area.id)
    .where('c.enabled', '=', true)
    .where(withinScope(scope, 'c.organisation_id'))
    .where(matches(selection.keyword, 'c'))
    .orderBy('c.code')
    .limit(selection.limit)
    .offset(selection.offset)
}
