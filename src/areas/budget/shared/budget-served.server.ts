import { type TSchema, Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { CheckSpec } from '#kernel/engine/document/routes/check-route.ts'
import type { DetailSpec } from '#kernel/engine/document/routes/detail-route.ts'
import { type ServedDocument, type ServedSpec, serveDocument } from '#kernel/services/area/served-document.ts'
import { budgetNames } from './budget-names.server.ts'

interface BudgetDocument<C, F, D extends TSchema> extends Omit<ServedSpec<C, F, D>, 'detail' | 'check'> {
  /** `names`: where it refers to more than other documents of budgets. */
  readonly detail: Omit<DetailSpec<D>, 'names'> & Partial<Pick<DetailSpec<D>, 'names'>>
  /** `path`: where that is not the document's own. */
  readonly check: Omit<CheckSpec<C, F>, 'address' | 'isFound'> & { readonly path?: string }
}

/** A budget document as it is served: the address of its check names the area; not found for an area the caller may not submit for. */
export function serveBudget<C, F, D extends TSchema>({
  detail,
  check: { path, ...check },
  ...spec
}: BudgetDocument<C, F, D>): ServedDocument {
  const { document } = spec
  return serveDocument({
    ...spec,
    detail: { names: budgetNames.schema, ...detail },
    check: {
      ...check,
      address: {
        path: `/gs/:idc/oversea${path ?? `${document.definition.api}/check`}`,
        params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
        async content(tx, context, { idc = '' }) {
          const { idcCode, id } = await areaOf(context, tx, idc)
          return { idcCode, areaId: id }
        },
      },
      isFound: (facts) => document.scopeOf(facts) !== null,
    },
  })
}
