import type { AreaServer } from '#kernel/area/area-server.ts'
import { records } from '../records/store-records.ts'
import { storeImageRoutes } from './store-image.routes.ts'
import { storeImageRules } from './store.rules.ts'
import { locationRules, warehouseRules } from './warehouse.rules.ts'

export const server: AreaServer = {
  routes: storeImageRoutes,
  documents: [],
  exports: [],
  records,
  recordRules: [storeImageRules, warehouseRules, locationRules],
}
