import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { records } from './records/account-records.ts'
import { leavingRoute } from './leaving/leaving.routes.ts'
import { resignationWork } from './leaving/resignation.work.ts'
import { userRules } from './records/user-rules.server.ts'

export const server: AreaServer = {
  routes: [leavingRoute],
  documents: [],
  exports: [],
  records,
  recordRules: [userRules],
  work: [resignationWork],
}
