import type { Reference } from '#kernel/engine/definition/reference.ts'

// What records of any area may refer to here. Browser and server share them.

const scoped = { key: 'code', keyType: 'text', scope: 'scope_id' } as const

/** A customer that may be sold to. */
export const customerReference = {
  names: 'customers',
  table: 'customer',
  ...scoped,
  state: 'state',
  search: 'search',
  limitedBy: 'customer_code',
} as const satisfies Reference
/** A customer whatever its state: what belongs to it is entered while it is a draft. */
export const anyCustomer: Reference = { table: 'customer', ...scoped, search: 'search' }
export const distributorReference: Reference = {
  ...customerReference,
  only: { column: 'kind', value: 'distributor' },
}
export const tradeTermReference: Reference = { table: 'trade_term', key: 'code', keyType: 'text', enabled: 'enabled' }
