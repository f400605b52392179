import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { deviceExports, deviceRoutes } from './device.routes.ts'
import { rows } from './device.rows.ts'

/** Read-only: what moves devices are documents of areas that grow on this one. */
export const server: AreaServer = { routes: deviceRoutes, documents: [], exports: deviceExports, rows }
