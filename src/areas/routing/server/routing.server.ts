import type { AreaServer } from '#kernel/area/area-server.ts'
import { routingExports } from './routing.exports.ts'
import { routeSettingRoutes } from './setting.routes.ts'
import { templateCodeRoutes } from './template-code.routes.ts'
import { templateRoutes } from './template.routes.ts'
import { rows } from './routing.rows.ts'

export const server: AreaServer = {
  routes: [],
  documents: [],
  rows,
  exports: [],
  exportsOver: routingExports,
  routesOver: (documents) => [
    ...templateCodeRoutes(documents),
    ...templateRoutes(documents),
    ...routeSettingRoutes(documents),
  ],
}
