import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { findRecords } from '#kernel/services/find/find-records.ts'
import { store } from './records/store.record.ts'
import { records } from './records/store-records.ts'
import { ownStoreRoute } from './own-store/own-store.routes.ts'
import { storeImageRoutes } from './images/store-image.routes.ts'
import { storeImageRules } from './records/store-rules.server.ts'
import { locationRules, warehouseRules } from './records/warehouse-rules.server.ts'
import { storeCards } from './home/store-cards.server.ts'

export const server: AreaServer = {
  find: [findRecords(store, 'pin')],
  home: storeCards,
  routes: [ownStoreRoute, ...storeImageRoutes],
  documents: [],
  exports: [],
  records,
  recordRules: [storeImageRules, warehouseRules, locationRules],
}
