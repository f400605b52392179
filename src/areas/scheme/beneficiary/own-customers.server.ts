import { type SqlBool, sql } from 'kysely'
import type { Principal } from '#kernel/platform/access/principal.ts'

/** People limited to some customers or stores see schemes for those alone (`isWithin`): a channel includes others. */
export function onlyOwnCustomers({ limits = {} }: Pick<Principal, 'limits'>) {
  const [customers, stores] = [limits['customer_code'], limits['store_code']]
  if (!customers && !stores) return sql<SqlBool>`true`
  const isHis = customers ? sql<SqlBool>`x.customer_code = any (${customers as string[]}::text[])` : sql<SqlBool>`true`
  const isOpen = customers ? sql<SqlBool>`x.store_code is null` : sql<SqlBool>`false`
  const isThere = stores
    ? sql<SqlBool>`(${isOpen} or x.store_code = any (${stores as string[]}::text[]))`
    : sql<SqlBool>`true`
  return sql<SqlBool>`not exists (select from scheme_line x where x.scheme_id = scheme.id and (${isHis} and ${isThere}) is not true)`
}
