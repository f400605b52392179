import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Scope } from '#kernel/platform/access/principal.ts'
import { withinScope } from '#kernel/platform/access/scoped.ts'
import { keptArray, keptValue, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { equals, type Selection } from '#kernel/engine/document/list/selector.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import { anyCountry } from '../references.facade.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

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

type Reader = Pick<RequestContext, 'principal' | 'language'>

const [SCOPE, IDC, AREA_ID] = [keptArray(1, 'int'), keptValue(2, 'text'), keptValue(3, 'text')]

/**
 * The caller's areas of the phone back-end system, or the one with an IDC or a wire id. An area is visible with its own
 * organisation or with that of any of its countries. Most calls begin with it, so its plan is cached.
 */
const areas = (language: Language) =>
  prepared<Area>(
    `organisation.areas.${language}`,
    `select a.id, a.area_id as "areaId", a.area_code as "areaCode", a.name_${language} as "areaName", a.idc_code as "idcCode",
       a.biz_system as "bizSystem", a.currency, a.organisation_id as "scopeId"
     from area a where a.biz_system = 'gs' and (${IDC} is null or a.idc_code = ${IDC}) and (${AREA_ID} is null or a.area_id = ${AREA_ID})
       and (not ${keptValue(4, 'boolean')} or a.enabled)
       and (${SCOPE} is null or a.organisation_id = any (${SCOPE}) or exists (
         select from country c where c.area_id = a.id and c.organisation_id = any (${SCOPE})))
     order by a.id`,
  )
const AREAS = { zh: areas('zh'), en: areas('en') } as const

function areasOf(
  { principal: { scope }, language }: Reader,
  asked: { readonly idc?: string; readonly areaId?: string; readonly isInUse?: boolean },
): Statement<Area> {
  return AREAS[language](
    scope === 'all' ? null : scope,
    asked.idc ?? null,
    asked.areaId ?? null,
    asked.isInUse ?? false,
  )
}

export const visibleAreas = (context: Reader): Statement<Area> => areasOf(context, {})
/** Those of them in which documents may still be raised. */
export const areasInUse = (context: Reader): Statement<Area> => areasOf(context, { isInUse: true })

/** The area of an IDC. One outside the caller's scope answers like a missing one. */
export async function areaOf(context: Reader, tx: Tx, idc: string): Promise<Area> {
  const area = await tx.first(areasOf(context, { idc }))
  if (!area) throw new Refused(httpErrors.notFound())
  return area
}

/** The same by wire id. */
export async function areaById(context: Reader, tx: Tx, areaId: string): Promise<Area> {
  const area = await tx.first(areasOf(context, { areaId }))
  if (!area) throw new Refused(httpErrors.notFound())
  return area
}

export const countryRows = selectorRows(anyCountry, { countryCode: 'code', countryName: 'name' })

/** Countries of an area that the caller may see: all of them, or those of their own country organisations. */
export function countriesOf(scope: Scope, area: Area, selection: Selection) {
  return countryRows.of(selection, equals('country.area_id', area.id), withinScope(scope, 'country.organisation_id'))
}
