import { Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import { checkRoute, type CheckSpec } from '#kernel/engine/document/routes/check-route.ts'
import type { BoundDocument } from '#kernel/engine/document/server-document.ts'
import type { Route } from '#kernel/platform/http/route.ts'

/** The soft check of a budget document: its address names the area; not found for an area the caller may not submit for. */
export function budgetCheck<C, F>(
  document: BoundDocument<C, F>,
  { path = `${document.definition.api}/check`, ...spec }: CheckSpec<C, F> & { readonly path?: string },
): Route {
  return checkRoute(document, {
    ...spec,
    address: {
      path: `/gs/:idc/oversea${path}`,
      params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
      async content(tx, context, { idc = '' }) {
        const { idcCode, id } = await areaOf(context, tx, idc)
        return { idcCode, areaId: id }
      },
    },
    isFound: (facts) => document.scopeOf(facts) !== null,
  })
}
