import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { records } from './records/personnel-records.ts'
import { assignmentRules } from './records/assignment-rules.server.ts'
import { personRules } from './records/person-rules.server.ts'

export const server: AreaServer = {
  routes: [],
  documents: [],
  exports: [],
  records,
  recordRules: [personRules, assignmentRules],
}
