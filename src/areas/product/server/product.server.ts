import type { AreaServer } from '#kernel/area/area-server.ts'
import { records } from '../records/product-records.ts'
import { productTree } from './product-tree.routes.ts'
import { selectorRoutes } from './selector.routes.ts'
import { skuRules, sourceRules } from './source-mapping.ts'

export const server: AreaServer = {
  routes: [productTree, ...selectorRoutes],
  documents: [],
  exports: [],
  records,
  recordRules: [sourceRules, skuRules],
}
