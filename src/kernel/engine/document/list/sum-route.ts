import { Type } from 'typebox'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { sumStatement } from './list-query.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { summedFields } from './summed-fields.ts'
import { listBody } from '../routes/document-schemas.ts'

/** Sums of the matching documents, one record per currency, over the same rows as list, count and export. */
export function sumRoute(definition: AnyDefinition): Route {
  const amounts = summedFields(definition)
  return defineRoute({
    method: 'POST',
    path: `${definition.api}/sum`,
    right: definition.viewRight,
    summary: `${definition.name}: what the matching ones come to, one record a currency`,
    mode: 'read',
    body: listBody,
    data: Type.Array(
      Type.Object({
        currency: Type.String(),
        documentCount: Type.Integer(),
        ...Object.fromEntries(amounts.map((name) => [name, Type.String({ description: 'decimal text' })])),
      }),
    ),
    async handler(tx, { principal }, { body }) {
      return (await tx.rows(sumStatement(definition, principal, body as ListRequest))) as never
    },
  })
}
