import type { AreaServer } from '#kernel/document/area-server.ts'
import { records } from '../records/account-records.ts'
import { resignationWork } from './resignation.work.ts'
import { userRules } from './user.rules.ts'

export const server: AreaServer = {
  routes: [],
  documents: [],
  exports: [],
  records,
  recordRules: [userRules],
  work: [resignationWork],
}
