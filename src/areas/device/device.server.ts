import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { deviceDetailRoute } from './device-detail/device-detail.routes.ts'
import { rows } from './device.rows.ts'

/** Read-only: devices are moved by documents of areas that grow on this one. */
export const server: AreaServer = { routes: [deviceDetailRoute], documents: [], exports: [], rows }
