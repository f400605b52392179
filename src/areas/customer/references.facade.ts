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
    filters: { curTopAreaId: 'areaId' } as Readonly<Record<string, string>>,
    always: { distributorBelongType: 1 } as Readonly<Record<string, string | number | boolean>>,
    called: 'distributor',
    search: ['erpCustomerCode', 'businessCustomerCode'],
    has: ['customerCountryCode'],
  },
} as const satisfies Reference
const partners = customerReference.selector
/** A distributor with whom people of a customer may deal, beside their own. */
export const partnerReference: typeof customerReference = {
  ...customerReference,
  selector: { ...partners, always: { distributorBelongType: 1, withPartners: true } },
}
/** The same among the dealers of the distributor in this field of the form. */
export const dealerOf = (distributor: string): typeof customerReference => ({
  ...customerReference,
  selector: {
    ...partners,
    filters: { ...partners.filters, parentCode: distributor },
    always: { distributorBelongType: 2, withPartners: true },
  },
})
/** A customer in any state: their data is entered while they are a draft. */
export const anyCustomer: Reference = { table: 'customer', ...scoped, search: 'search' }
export const distributorReference: Reference = {
  ...customerReference,
  only: { column: 'kind', value: 'distributor' },
}
export const tradeTermReference: Reference = { table: 'trade_term', key: 'code', keyType: 'text', enabled: 'enabled' }
