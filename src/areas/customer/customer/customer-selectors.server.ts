import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { limitsIn } from '#kernel/platform/access/limits.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb } from '#kernel/platform/db/statement.ts'
import { nameIn, type Selection } from '#kernel/engine/document/list/selector.ts'

type Reader = Pick<Principal, 'scope' | 'limits'>

/** The spec's distributorBelongType: direct customers, and their dealers. */
const KINDS = { 1: 'distributor', 2: 'dealer' } as const

export const distributorRows = {
  shape: {
    distributorCode: Type.String(),
    distributorName: Type.String(),
    erpCustomerCode: nullable(Type.String()),
    businessCustomerCode: nullable(Type.String()),
    customerCountryCode: Type.String(),
  },
  counted: 'end',
} as const

/**
 * Customers of an area that are in use, as far as the caller may see them: of each country its first ones, so that those of others are passed over.
 * With partners, people of a customer are offered whom they buy from and who buys from them, too.
 */
export function distributorsOf(
  reader: Reader,
  areaId: number,
  belongType: 1 | 2,
  selection: Selection,
  {
    withPartners = false,
    parentCode,
  }: { readonly withPartners?: boolean | undefined; readonly parentCode?: string | undefined } = {},
) {
  const { limit, offset } = selection
  const own = limitsIn(reader, 'customer').find(({ column }) => column === 'code')?.codes
  const visible =
    withPartners && own
      ? scoped({ scope: reader.scope }, 'customer').where(partnersOf('customer', own))
      : scoped(reader, 'customer')
  const ofCountry = visible
    .select([
      'customer.code as distributorCode',
      nameIn(selection.language, 'customer').as('distributorName'),
      'customer.oerp_code as erpCustomerCode',
      'customer.business_code as businessCustomerCode',
      'customer.country_code as customerCountryCode',
    ])
    .where('customer.state', '=', 'enabled')
    .where('customer.kind', '=', KINDS[belongType])
    .where(sql<SqlBool>`customer.country_code = c.code`)
    .where(parentCode ? sql<SqlBool>`customer.parent_code = ${parentCode}` : sql<SqlBool>`true`)
    .orderBy('customer.code')
    .limit(limit + offset)
  return qb
    .selectFrom('country as c')
    .innerJoinLateral(ofCountry.as('f'), (join) => join.onTrue())
    .where('c.area_id', '=', areaId)
    .selectAll('f')
    .orderBy('f.distributorCode')
    .limit(limit)
    .offset(offset)
}

/** A customer who buys from those with these codes, whom they buy from, or one of them. */
export const partnersOf = (
  customer: string,
  own: readonly string[],
) => sql<SqlBool>`(${sql.ref(`${customer}.code`)} = any (${own}::text[])
  or ${sql.ref(`${customer}.parent_code`)} = any (${own}::text[])
  or ${sql.ref(`${customer}.code`)} in (select o.parent_code from customer o where o.code = any (${own}::text[])))`

/** The trade terms configured for customers of an area (Q9), or for one of them. */
export function tradeTermsOf(reader: Reader, areaId: number, distributorCode: string | undefined) {
  return scoped(reader, 'customer_trade_term')
    .innerJoin('trade_term as t', 't.code', 'customer_trade_term.trade_term_code')
    .innerJoin('customer as c', 'c.code', 'customer_trade_term.customer_code')
    .select('t.code')
    .distinct()
    .where('t.enabled', '=', true)
    .where('customer_trade_term.enabled', '=', true)
    .where('c.state', '=', 'enabled')
    .where('c.country_code', 'in', qb.selectFrom('country').select('code').where('area_id', '=', areaId))
    .where(distributorCode === undefined ? sql<SqlBool>`true` : sql<SqlBool>`c.code = ${distributorCode}`)
    .orderBy('t.code')
}
