import { sql, type SqlBool } from 'kysely'
import { Type } from 'typebox'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { store } from '../records/store.record.ts'

/** The stores of people who are limited to some: whoever sees every store works for none of them. */
export const ownStoreRoute = defineRoute({
  method: 'POST',
  path: '/aps/store/own',
  right: store.rights.view,
  summary: 'The stores that the caller is limited to, and the facts of one: the named one, otherwise the first',
  mode: 'read',
  body: Type.Object({ storeCode: Type.Optional(Type.String({ maxLength: 64 })) }, { additionalProperties: false }),
  data: Type.Object({
    stores: Type.Array(Type.Object({ code: text, name: text })),
    store: nullable(
      Type.Object({
        id: text,
        code: text,
        name: text,
        type: text,
        isEnabled: Type.Boolean(),
        customer: nullable(text),
        country: text,
        city: text,
        address: text,
        location: nullable(text),
        openingHours: nullable(text),
      }),
    ),
  }),
  async handler(tx, { principal, language }, { body }) {
    const codes = [...(principal.limits?.['store_code'] ?? [])]
    const name = (of: string) => sql<string>`${sql.ref(`${of}.name_${language}`)}`
    const own = scoped(principal, 'store').where(sql<SqlBool>`store.code = any (${codes}::text[])`)
    const stores = await tx.rows(
      statementOf(own.select(['store.code', name('store').as('name')]).orderBy('store.code')),
    )
    const code = body.storeCode ?? stores[0]?.code
    if (code === undefined) return { stores, store: null }
    const row = await tx.first(
      statementOf(
        own
          .innerJoin('country as k', 'k.code', 'store.country_code')
          .leftJoin('customer as c', 'c.code', 'store.customer_code')
          .where('store.code', '=', code)
          .select([
            sql<string>`store.id::text`.as('id'),
            'store.code',
            name('store').as('name'),
            'store.type',
            'store.enabled as isEnabled',
            sql<string | null>`${sql.ref(`c.name_${language}`)}`.as('customer'),
            name('k').as('country'),
            'store.city',
            'store.address',
            'store.location',
            'store.opening_hours as openingHours',
          ]),
      ),
    )
    if (!row) throw new Refused(httpErrors.notFound())
    return { stores, store: row }
  },
})
