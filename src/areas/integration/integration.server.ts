import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { records } from './records/integration-records.ts'
import { actRoutes } from './act.routes.ts'
import { healthRoute } from './health/health.routes.ts'
import { logExports, logListRoutes } from './log/log.routes.ts'
import { settingRules } from './setting/setting-rules.server.ts'
import { rows } from './integration.rows.ts'

export const server: AreaServer = {
  routes: [...logListRoutes, ...actRoutes, healthRoute],
  documents: [],
  rows,
  exports: logExports,
  records,
  recordRules: [settingRules],
}
