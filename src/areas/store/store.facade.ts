/** All that other areas may call of this one. */
/** @public Of the area that keeps stock. */
export { countStockBy, type StockCount } from './server/stock.ts'
export { type NamedStore, type NamedStoreRow, readStoresNamed, seesStore, storesNamed } from './server/stores-named.ts'
/** @public Of billing adjustments (B19). */
export { TRANSFER_LOCATION } from './server/warehouse.rules.ts'
