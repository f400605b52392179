/** All that other areas may call of this one. */
export { distributorsOf, tradeTermsOf } from './server/customer-selectors.ts'
