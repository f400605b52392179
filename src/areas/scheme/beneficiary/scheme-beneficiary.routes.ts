import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { scoped } from '#kernel/platform/access/scoped.ts'
import {
  matches,
  nameIn,
  selectionOf,
  selectorBody,
  selectorData,
  selectorPage,
} from '#kernel/engine/document/list/selector.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { named, schemeSeen } from '../shared/scheme.facts.ts'

const RIGHT = 'scheme.application.view'
const LIMIT = 1000
const text = Type.String()

const customers = defineRoute({
  method: 'POST',
  path: '/aps/scheme/customers',
  right: RIGHT,
  summary:
    'Customers that the lines of a scheme are for: those that they name and those of the channels that they name; or those whom it has paid',
  mode: 'read',
  body: selectorBody(LIMIT, {
    schemeNo: Type.String({ maxLength: 20 }),
    settled: Type.Optional(Type.Boolean({ description: 'those who were paid, whatever became of them' })),
  }),
  data: selectorData({ customerCode: text, customerName: text }),
  async handler(tx, context, { body }) {
    const scheme = schemeSeen(await tx.rows(named.scheme(body.schemeNo)), context.principal)
    if (!scheme) throw new Refused(httpErrors.notFound())
    const selection = selectionOf(context, body, LIMIT)
    const codes = scheme.fundings.flatMap(({ customerCode }) => customerCode ?? [])
    const channels = scheme.fundings.flatMap(({ channelCode }) => channelCode ?? [])
    const rows = await tx.rows(
      scoped(context.principal, 'customer')
        .select(['customer.code as customerCode', nameIn(selection.language, 'customer').as('customerName')])
        .where(
          body.settled
            ? sql<SqlBool>`customer.code in (select t.customer_code from scheme_settlement t where t.scheme_id = ${scheme.id}::bigint)`
            : sql<SqlBool>`customer.state = 'enabled' and (customer.code = any (${codes}::text[])
                or customer.code in (select x.code from channel_customer x where x.channel_code = any (${channels}::text[])))`,
        )
        .where(matches(selection.keyword, 'customer'))
        .orderBy('customer.code')
        .limit(selection.limit + 1)
        .offset(selection.offset),
    )
    return selectorPage(rows, selection)
  },
})

const stores = defineRoute({
  method: 'POST',
  path: '/aps/scheme/stores',
  right: RIGHT,
  summary: 'Enabled stores of the distributors of an area, or of one customer',
  mode: 'read',
  body: selectorBody(LIMIT, {
    areaId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    customerCode: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  data: selectorData({ storeCode: text, storeName: text, customerCode: text, customerName: text }),
  async handler(tx, context, { body }) {
    const selection = selectionOf(context, body, LIMIT)
    const { areaId, customerCode } = body
    const given = (
      value: string | number | undefined,
      is: (value: string | number) => ReturnType<typeof sql<SqlBool>>,
    ) => (value === undefined ? sql<SqlBool>`true` : is(value))
    const rows = await tx.rows(
      scoped(context.principal, 'store')
        .innerJoin('customer as c', 'c.code', 'store.customer_code')
        .innerJoin('country as y', 'y.code', 'store.country_code')
        .select([
          'store.code as storeCode',
          nameIn(selection.language, 'store').as('storeName'),
          'c.code as customerCode',
          nameIn(selection.language, 'c').as('customerName'),
        ])
        .where('store.enabled', '=', true)
        .where(given(areaId, (value) => sql<SqlBool>`y.area_id = ${value}`))
        // Forms offer distributors only as customers.
        .where(customerCode === undefined ? sql<SqlBool>`c.kind = 'distributor'` : sql<SqlBool>`true`)
        .where(given(customerCode, (value) => sql<SqlBool>`c.code = ${value}`))
        .where(matches(selection.keyword, 'store'))
        .orderBy('store.code')
        .limit(selection.limit + 1)
        .offset(selection.offset),
    )
    return selectorPage(rows, selection)
  },
})

/** Selectors of beneficiaries. */
export const schemeBeneficiaryRoutes: readonly Route[] = [customers, stores]
