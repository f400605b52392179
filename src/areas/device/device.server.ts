import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { deviceDetailRoute } from './device-detail/device-detail.routes.ts'
import { devicePdf } from './device-detail/device-pdf.server.ts'
import { deviceFinder } from './device-list/find-devices-by-number.server.ts'
import { packageFinder } from './device-list/find-packages.server.ts'
import { rows } from './device.rows.ts'
import { closedDaysWork } from './stock/closed-days.work.ts'

/** Read-only: devices are moved by documents of areas that grow on this one. */
export const server: AreaServer = {
  find: [deviceFinder, packageFinder],
  routes: [deviceDetailRoute, devicePdf],
  documents: [],
  exports: [],
  work: [closedDaysWork],
  rows,
}
