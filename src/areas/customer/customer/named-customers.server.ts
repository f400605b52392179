import { type SqlBool, sql } from 'kysely'
import { namedRows } from '#kernel/engine/document/named-rows.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { customerReference } from '../references.facade.ts'

/** A customer that another area's document names. */
export interface NamedCustomer {
  readonly code: string
  readonly isEnabled: boolean
  readonly areaId: number
  readonly countryCode: string
  /** A channel of the same area. */
  readonly channelCode: string | null
}

export const namedCustomers = namedRows<NamedCustomer>(customerReference, {
  name: 'customer.named',
  columns: {
    areaId: 'y.area_id',
    countryCode: 'r.country_code',
    channelCode: '(select x.channel_code from channel_customer x where x.code = r.code)',
  },
  join: 'join country y on y.code = r.country_code',
})

/** The customers among these codes that the person may see. */
export async function seenCustomers(
  tx: Tx,
  principal: Pick<Principal, 'scope' | 'limits'>,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const found = await tx.rows(
    scoped(principal, 'customer')
      .select('customer.code')
      .where(sql<SqlBool>`customer.code = any (${codes}::text[])`),
  )
  return new Set(found.map(({ code }) => code))
}
