import { isWithinLimits } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { inScope } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

/** A customer that another area's document names. */
export interface NamedCustomer {
  readonly code: string
  readonly state: 'draft' | 'approved' | 'enabled' | 'disabled'
  readonly areaId: number
  /** A channel of the same area. */
  readonly channelCode: string | null
  readonly operatingUnitCode: string | null
}

export interface NamedCustomerRow extends NamedCustomer {
  readonly scopeId: number
}

const named = prepared<NamedCustomerRow>(
  'customer.named',
  `select c.code, c.state, y.area_id as "areaId", (select x.channel_code from channel_customer x where x.code = c.code) as "channelCode", c.operating_unit_code as "operatingUnitCode", c.scope_id as "scopeId"
   from customer c join country y on y.code = c.country_code where c.code = any ($1::text[])`,
)

/** The customers that a document names: a fact of its rules. */
export function customersNamed(codes: readonly (string | null)[]): Statement<NamedCustomerRow> {
  return named([...new Set(codes.filter((code) => code !== null))])
}

/** Whether a person may see a customer, for the sight of facts. */
export function seesCustomer(
  { code, scopeId }: Pick<NamedCustomerRow, 'code' | 'scopeId'>,
  person: Pick<Principal, 'scope' | 'limits'>,
): boolean {
  return inScope(person.scope, scopeId) && isWithinLimits(person, 'customer', () => code)
}

export function readCustomersNamed(rows: readonly NamedCustomerRow[]): ReadonlyMap<string, NamedCustomer> {
  return new Map(rows.map((row) => [row.code, row]))
}
