/** The public interface of this area. */
/** @public Of the area that keeps stock. */
export { countStockBy, type StockCount } from './stock/stock.server.ts'
export { type NamedStore, namedStores } from './records/named-stores.server.ts'
/** @public Of billing adjustments (B19). */
export { TRANSFER_LOCATION } from './records/warehouse-rules.server.ts'
