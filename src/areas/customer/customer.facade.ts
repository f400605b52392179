/** All that other areas may call of this one. */
export { distributorRows, distributorsOf, tradeTermsOf } from './customer/customer-selectors.server.ts'
export {
  type Customer,
  customerByCode,
  type SellerInformation,
  sellerInformationOn,
  tradeTermsOfCustomer,
} from './customer/customer.queries.ts'
export { type NamedCustomer, namedCustomers, seenCustomers } from './customer/named-customers.server.ts'
export { namedPayees, type Payee } from './customer/payees.server.ts'
