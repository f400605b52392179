import { type SqlBool, sql } from 'kysely'
import type { Principal } from '#kernel/access/principal.ts'

/** Whoever is limited to some customers sees the schemes that are for those alone: a channel is others' too. */
export function onlyOwnCustomers({ limits = {} }: Pick<Principal, 'limits'>) {
  const own = limits['customer_code']
  if (!own) return sql<SqlBool>`true`
  return sql<SqlBool>`not exists (select from scheme_line x where x.scheme_id = scheme.id and (x.customer_code = any (${own as string[]}::text[])) is not true)`
}
