import type { AreaServer } from '#kernel/area/area-server.ts'
import { records } from '../records/personnel-records.ts'
import { assignmentRules } from './assignment.rules.ts'
import { personRules } from './person.rules.ts'

export const server: AreaServer = {
  routes: [],
  documents: [],
  exports: [],
  records,
  recordRules: [personRules, assignmentRules],
}
