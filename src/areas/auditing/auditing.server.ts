import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { entryRoutes } from './entries/entry.routes.ts'
import { auditCards } from './home/audit-card.server.ts'

export const server: AreaServer = { home: auditCards, routes: [], documents: [], exports: [], routesOver: entryRoutes }
