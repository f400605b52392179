import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { approvalRoutesExports } from './approval-routes.exports.ts'
import { routeSettingRoutes } from './setting/setting.routes.ts'
import { templateCodeRoutes } from './templates/template-code.routes.ts'
import { templateRoutes } from './templates/template.routes.ts'
import { rows } from './approval-routes.rows.ts'

export const server: AreaServer = {
  routes: [],
  documents: [],
  rows,
  exports: [],
  exportsOver: approvalRoutesExports,
  routesOver: (documents) => [
    ...templateCodeRoutes(documents),
    ...templateRoutes(documents),
    ...routeSettingRoutes(documents),
  ],
}
