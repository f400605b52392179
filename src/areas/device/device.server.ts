import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { deviceExport } from './device-list/device.exports.ts'
import { deviceRoutes } from './device.routes.ts'
import { rows } from './device.rows.ts'

/** Read-only: documents of other areas will move devices. */
export const server: AreaServer = { routes: deviceRoutes, documents: [], exports: [deviceExport], rows }
