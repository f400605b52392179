import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'

/** Job titles of field staff: initially the spec's. */
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
