import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { location } from './location.record.ts'
import { storeImage } from './store-image.record.ts'
import { store } from './store.record.ts'
import { warehouse } from './warehouse.record.ts'

/** In the order of their menu groups. */
export const storeRecords: readonly AnyRecord[] = [store, storeImage]
export const warehouseRecords: readonly AnyRecord[] = [warehouse, location]
export const records: readonly AnyRecord[] = [...storeRecords, ...warehouseRecords]
