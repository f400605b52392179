import { documentsOf } from '#kernel/services/area/area-documents.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { deviceDocuments } from './device.documents.ts'
import { itemExports } from '#kernel/services/downloads/item-export.ts'
import { deviceTransfer } from './transfer/device-transfer.doc.ts'
import { transferNumbers } from './transfer/transfer-file.server.ts'
import { transferWork } from './transfer/transfer.work.ts'
import { deviceDetailRoute } from './device-detail/device-detail.routes.ts'
import { devicePdf } from './device-detail/device-pdf.server.ts'
import { deviceFinder } from './device-list/find-devices-by-number.server.ts'
import { packageFinder } from './device-list/find-packages.server.ts'
import { rows } from './device.rows.ts'
import { closedDaysWork } from './stock/closed-days.work.ts'

const own = await documentsOf(deviceDocuments)

export const server: AreaServer = {
  find: [deviceFinder, packageFinder],
  routes: [...own.routes, deviceDetailRoute, devicePdf],
  documents: own.documents,
  exports: [...own.exports, ...itemExports(deviceTransfer)],
  imports: [transferNumbers],
  work: [closedDaysWork, transferWork],
  rows,
}
