import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { findRecords } from '#kernel/services/find/find-records.ts'
import { user } from './records/user.record.ts'
import { records } from './records/account-records.ts'
import { leavingRoute } from './leaving/leaving.routes.ts'
import { resignationWork } from './leaving/resignation.work.ts'
import { userRules } from './records/user-rules.server.ts'

export const server: AreaServer = {
  find: [
    findRecords(user, 'card', {
      table: 'role',
      from: 'user_role h join app_user t on t.id = h.user_id',
      where: 'h.role_code = p.title and h.organisation_id = p.place',
      right: 'permission.access.view',
    }),
  ],
  routes: [leavingRoute],
  documents: [],
  exports: [],
  records,
  recordRules: [userRules],
  work: [resignationWork],
}
