import type { AreaServer } from '#kernel/area/area-server.ts'
import { records } from '../records/integration-records.ts'
import { actRoutes } from './act.routes.ts'
import { healthRoute } from './health.routes.ts'
import { logExports } from './log-exports.ts'
import { logListRoutes } from './log.routes.ts'
import { settingRules } from './setting-rules.ts'
import { rows } from './integration.rows.ts'

export const server: AreaServer = {
  routes: [...logListRoutes, ...actRoutes, healthRoute],
  documents: [],
  rows,
  exports: logExports,
  records,
  recordRules: [settingRules],
}
