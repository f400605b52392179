import { documentsOf } from '#kernel/services/area/area-documents.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { priceDocuments } from './price.documents.ts'
import { rows } from './price.rows.ts'
import { costImport } from './import/cost-import.ts'
import { priceImport } from './import/price-import.ts'

const own = await documentsOf(priceDocuments)

export const server: AreaServer = {
  routes: own.routes,
  documents: own.documents,
  exports: own.exports,
  rows,
  imports: [priceImport, costImport],
}
