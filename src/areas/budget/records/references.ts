import type { Reference } from '#kernel/record/definition.ts'

/** What records of this area refer to in others. People write an area by its code; its rows hold its number. */
export const areaReference: Reference = {
  table: 'area',
  key: 'id',
  keyType: 'int',
  code: 'area_code',
  scope: 'organisation_id',
}
export const anyArea: Reference = { table: 'area', key: 'id', keyType: 'int', code: 'area_code' }
export const countryReference: Reference = {
  table: 'country',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  scope: 'organisation_id',
}
export const poolReference: Reference = { table: 'project_pool', key: 'code', keyType: 'text', enabled: 'enabled' }
