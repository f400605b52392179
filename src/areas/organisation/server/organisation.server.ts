import type { AreaServer } from '#kernel/document/area-server.ts'
import { organisationRoutes } from './organisation.routes.ts'

export const server: AreaServer = { routes: organisationRoutes, documents: [], exports: [] }
