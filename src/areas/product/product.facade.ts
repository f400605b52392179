/** All that other areas may call of this one. */
export { productLines } from './server/product-lines.queries.ts'
export { readSalesTerms } from './server/sales-terms.ts'
