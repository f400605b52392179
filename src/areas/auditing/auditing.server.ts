import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { entryExport } from './entries/entry.exports.ts'
import { entryRoutes } from './entries/entry.routes.ts'

export const server: AreaServer = { routes: entryRoutes, documents: [], exports: [entryExport] }
