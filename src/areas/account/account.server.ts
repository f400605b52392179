import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { findRecords } from '#kernel/services/find/find-records.ts'
import { user } from './records/user.record.ts'
import { records } from './records/account-records.ts'
import { leavingRoute } from './leaving/leaving.routes.ts'
import { resignationWork } from './leaving/resignation.work.ts'
import { userRules } from './records/user-rules.server.ts'

export const server: AreaServer = {
  find: [findRecords(user, 'card')],
  routes: [leavingRoute],
  documents: [],
  exports: [],
  records,
  recordRules: [userRules],
  work: [resignationWork],
}
