import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { findRecords } from '#kernel/services/find/find-records.ts'
import { sku } from './records/sku.record.ts'
import { spu } from './records/spu.record.ts'
import { records } from './records/product-records.ts'
import { productTree } from './selectors/product-tree.routes.ts'
import { selectorRoutes } from './selectors/selector.routes.ts'
import { skuRules, sourceRules } from './records/source-mapping.server.ts'

export const server: AreaServer = {
  find: [findRecords(spu, 'rows'), findRecords(sku, 'barcode')],
  routes: [productTree, ...selectorRoutes],
  documents: [],
  exports: [],
  records,
  recordRules: [sourceRules, skuRules],
}
