import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { anyCustomer } from '#areas/customer/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import { sightOf } from '#kernel/platform/access/scoped.ts'
import { equals } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { named, schemeSeen } from '../shared/scheme.facts.ts'

const RIGHT = 'scheme.application.view'
const LIMIT = 1000

const customers = selectorRows(
  anyCustomer,
  { customerCode: 'code', customerName: 'name', channelCode: `coalesce(customer.channel_code, '')` },
  { search: ['code', 'name_zh', 'name_en'], counted: 'more' },
)
const stores = selectorRows(
  storeReference,
  { storeCode: 'code', storeName: 'name', customerCode: 'c.code', customerName: 'c.name_{language}' },
  {
    join: 'join customer c on c.code = store.customer_code join country y on y.code = store.country_code',
    counted: 'more',
  },
)

/** The beneficiaries of schemes, to choose from. */
export const schemeBeneficiaryRoutes: readonly Route[] = [
  selectorRoute({
    path: '/aps/scheme/customers',
    right: RIGHT,
    summary:
      'Customers that the lines of a scheme are for: those that they name and those of the channels that they name; or those whom it has paid',
    most: LIMIT,
    filters: {
      schemeNo: Type.String({ maxLength: 20 }),
      settled: Type.Optional(Type.Boolean({ description: 'those who were paid, whatever became of them' })),
    },
    rows: customers,
    async select({ tx, context, body, selection }) {
      const scheme = schemeSeen(await tx.rows(named.scheme(body.schemeNo)), context.principal)
      if (!scheme) throw new Refused(httpErrors.notFound())
      const codes = scheme.fundings.flatMap(({ customerCode }) => customerCode ?? [])
      const channels = scheme.fundings.flatMap(({ channelCode }) => channelCode ?? [])
      return customers.of(
        selection,
        ...sightOf(context.principal, 'customer'),
        body.settled
          ? sql<SqlBool>`customer.code in (select t.customer_code from scheme_settlement t where t.scheme_id = ${scheme.id}::bigint)`
          : sql<SqlBool>`customer.state = 'enabled' and (customer.code = any (${codes}::text[])
              or customer.code in (select x.code from channel_customer x where x.channel_code = any (${channels}::text[])))`,
      )
    },
  }),
  selectorRoute({
    path: '/aps/scheme/stores',
    right: RIGHT,
    summary: 'Enabled stores of the distributors of an area, or of one customer',
    most: LIMIT,
    filters: {
      areaId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      customerCode: Type.Optional(Type.String({ maxLength: 64 })),
    },
    rows: stores,
    select: ({ context, body: { areaId, customerCode }, selection }) =>
      stores.of(
        selection,
        ...sightOf(context.principal, 'store'),
        equals('y.area_id', areaId),
        // Forms offer distributors as customers.
        customerCode === undefined ? equals('c.kind', 'distributor') : equals('c.code', customerCode),
      ),
  }),
]
