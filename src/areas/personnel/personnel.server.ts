import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { findRecords } from '#kernel/services/find/find-records.ts'
import { person } from './records/person.record.ts'
import { records } from './records/personnel-records.ts'
import { assignmentRules } from './records/assignment-rules.server.ts'
import { personRules } from './records/person-rules.server.ts'

export const server: AreaServer = {
  find: [
    findRecords(person, 'user', {
      table: 'job_title',
      from: 'person t',
      isScope: true,
      where: 't.job_title_code = p.title and t.organisation_id = p.place',
    }),
  ],
  routes: [],
  documents: [],
  exports: [],
  records,
  recordRules: [personRules, assignmentRules],
}
