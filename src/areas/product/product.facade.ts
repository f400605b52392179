/** The public interface of this area. */
export { productLines } from './selectors/product-lines.queries.ts'
export { type NamedProduct, namedProducts, skusCalled } from './selectors/named-products.server.ts'
/** @public For the lines of orders. */
export { readSalesTerms } from './records/sales-terms.server.ts'
