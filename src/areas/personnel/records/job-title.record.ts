import { defineRecord, ENABLED, NAMED } from '#kernel/record/definition.ts'

/** What people of the field are: the titles of the spec to begin with. */
export const jobTitle = defineRecord({
  name: 'jobTitle',
  area: 'personnel',
  table: 'job_title',
  api: '/aps/jobTitle',
  file: 'job-title',
  page: '/master/pc/jobTitle',
  phonePage: '/master/mobile/jobTitle',
  fields: NAMED,
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'state'],
    sort: ['code', 'updatedAt'],
  },
  usedBy: [{ name: 'people', table: 'person', column: 'job_title_code', show: 'code', scope: 'scope_id' }],
  example: { code: 'TRAINER' },
})
