import type { Reference } from '#kernel/engine/definition/reference.ts'

export const personReference: Reference = {
  table: 'person',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  scope: 'scope_id',
}
export const jobTitleReference: Reference = { table: 'job_title', key: 'code', keyType: 'text', enabled: 'enabled' }
