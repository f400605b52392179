import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'

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
  example: { code: 'TRAINER' },
})
