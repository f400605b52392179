import type { AreaServer } from '#kernel/document/area-server.ts'
import { entryExport } from './entry.exports.ts'
import { entryRoutes } from './entry.routes.ts'

export const server: AreaServer = { routes: entryRoutes, documents: [], exports: [entryExport] }
