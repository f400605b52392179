import type { AreaServer } from '#kernel/area/area-server.ts'
import { records } from '../records/account-records.ts'
import { leavingRoute } from './leaving.routes.ts'
import { resignationWork } from './resignation.work.ts'
import { userRules } from './user.rules.ts'

export const server: AreaServer = {
  routes: [leavingRoute],
  documents: [],
  exports: [],
  records,
  recordRules: [userRules],
  work: [resignationWork],
}
