/** All that other areas may call of this one. */
export { productLines } from './server/product-lines.queries.ts'
export { type NamedProduct, PRODUCTS, productsNamed } from './server/products-named.ts'
/** @public For the lines of orders. */
export { readSalesTerms } from './server/sales-terms.ts'
