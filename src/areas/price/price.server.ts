import { documentsOf } from '#kernel/services/area/area-documents.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { priceCheckRoutes } from './check/price-check.routes.ts'
import { priceDocuments } from './price.documents.ts'
import { rows } from './price.rows.ts'
import { priceDetailExports, priceRowRoutes } from './row/price-row.routes.ts'

const own = await documentsOf(priceDocuments)

export const server: AreaServer = {
  routes: [...own.routes, ...priceRowRoutes, ...priceCheckRoutes],
  documents: own.documents,
  exports: [...own.exports, ...priceDetailExports],
  rows,
}
