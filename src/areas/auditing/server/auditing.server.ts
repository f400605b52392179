import type { AreaServer } from '#kernel/area/area-server.ts'
import { entryExport } from './entry.exports.ts'
import { entryRoutes } from './entry.routes.ts'

export const server: AreaServer = { routes: entryRoutes, documents: [], exports: [entryExport] }
