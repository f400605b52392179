import type { Reference } from '#kernel/engine/definition/reference.ts'

// References for records of any area. Browser and server share them.

const scoped = { key: 'code', keyType: 'text', scope: 'scope_id' } as const

/** A customer that may be sold to. */
export const customerReference = {
  names: 'customers',
  table: 'customer',
  ...scoped,
  state: 'state',
  search: 'search',
  selector: {
    path: '/{bizSystem=gs}/{idcCode}/oversea/aps/distributor/list',
    most: 9999,
    filters: { curTopAreaId: 'areaId' },
    always: { distributorBelongType: 1 },
    called: 'distributor',
    search: ['erpCustomerCode', 'businessCustomerCode'],
    has: ['customerCountryCode'],
  },
} as const satisfies Reference
/** A customer in any state: their data is entered while they are a draft. */
export const anyCustomer: Reference = { table: 'customer', ...scoped, search: 'search' }
export const distributorReference: Reference = {
  ...customerReference,
  only: { column: 'kind', value: 'distributor' },
}
export const tradeTermReference: Reference = { table: 'trade_term', key: 'code', keyType: 'text', enabled: 'enabled' }
