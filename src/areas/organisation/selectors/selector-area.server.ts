import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { givenOf, notRequired } from '#kernel/engine/document/list/selector.ts'
import { qb } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Area, areaOf, visibleAreas } from './area.queries.ts'

/** Addresses of all documents' selectors (spec section 7): both back-end systems, the eight data centres. */
export const SELECTOR_BASE = '/:bizSystem/:idcCode/oversea/aps'

export const selectorParams = Type.Object({
  bizSystem: Type.String({ maxLength: 16 }),
  idcCode: Type.String({ maxLength: 16 }),
})

const wireId = Type.Union([Type.String({ maxLength: 16 }), Type.Integer()])

/** The area that a document is raised in, and for some lists several. */
export const curTopAreaId = notRequired(wireId)
export const topAreaIdList = notRequired(Type.Array(wireId, { maxItems: 100 }))

interface SelectorAreaRequest {
  readonly curTopAreaId?: string | number | null | undefined
  readonly topAreaIdList?: readonly (string | number)[] | '' | null | undefined
}

/**
 * The area of a selector's call: that of its path, which the body may repeat. An area outside the caller's scope, or
 * another than the path's, answers like a missing one (B23).
 */
export async function selectorArea(
  context: Pick<RequestContext, 'principal' | 'language'>,
  tx: Tx,
  { idcCode }: { readonly idcCode: string },
  asked: SelectorAreaRequest,
): Promise<Area> {
  const area = await areaOf(context, tx, idcCode)
  const { curTopAreaId: given } = givenOf(asked)
  if (given !== undefined && String(given) !== area.areaId) throw new Refused(httpErrors.notFound())
  return area
}

/** The areas of a list over several; those the caller may not see are ignored. */
export async function selectorAreas(
  context: Pick<RequestContext, 'principal' | 'language'>,
  tx: Tx,
  params: { readonly idcCode: string },
  asked: SelectorAreaRequest,
): Promise<readonly Area[]> {
  const area = await selectorArea(context, tx, params, asked)
  const wanted = new Set((asked.topAreaIdList || []).map(String))
  if (wanted.size === 0) return [area]
  return (await tx.rows(visibleAreas(context))).filter((each) => wanted.has(each.areaId))
}

/** Currencies of an area: its own and those of its countries, if enabled. */
export function currenciesOf(area: Area) {
  return qb
    .selectFrom('currency as c')
    .select('c.code as currency')
    .where('c.enabled', '=', true)
    .where(
      sql<SqlBool>`(c.code = ${area.currency} or exists (select from country n where n.currency = c.code and n.area_id = ${area.id} and n.enabled))`,
    )
    .orderBy(sql`c.code <> ${area.currency}`)
    .orderBy('c.code')
}
