/** All that other areas may call of this one. */
export { distributorRows, distributorsOf, tradeTermsOf } from './customer/customer-selectors.server.ts'
export {
  type Customer,
  customerByCode,
  type SellerInformation,
  sellerInformationOn,
  tradeTermsOfCustomer,
} from './customer/customer.queries.ts'
export {
  customersNamed,
  type NamedCustomer,
  type NamedCustomerRow,
  readCustomersNamed,
  seesCustomer,
} from './customer/customers-named.server.ts'
export { type Payee, payeeNamed, readPayee } from './customer/payees.server.ts'
