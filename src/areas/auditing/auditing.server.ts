import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { entryRoutes } from './entries/entry.routes.ts'

export const server: AreaServer = { routes: [], documents: [], exports: [], routesOver: entryRoutes }
