/** All that other areas may call of this one. */
export { distributorsOf, tradeTermsOf } from './server/customer-selectors.ts'
export {
  type Customer,
  customerByCode,
  type SellerInformation,
  sellerInformationOn,
  tradeTermsOfCustomer,
} from './server/customer.queries.ts'
export {
  customersNamed,
  type NamedCustomer,
  type NamedCustomerRow,
  readCustomersNamed,
  seesCustomer,
} from './server/customers-named.ts'
export { type Payee, payeeNamed, readPayee } from './server/payees.ts'
