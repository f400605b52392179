import type { AreaServer } from '#kernel/document/area-server.ts'
import { settingRoutes } from './setting.routes.ts'
import { templateRoutes } from './template.routes.ts'

export const server: AreaServer = {
  routes: [],
  documents: [],
  exports: [],
  routesOver: (documents) => [...templateRoutes(documents), ...settingRoutes(documents)],
}
