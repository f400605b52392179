import type { Reference } from '#kernel/record/definition.ts'

export const currencyReference: Reference = { table: 'currency', key: 'code', keyType: 'text', enabled: 'enabled' }
export const areaReference: Reference = { table: 'area', key: 'id', keyType: 'int', code: 'area_code' }
/** The organisation that a country's rows belong to. */
export const countryOrganisation: Reference = {
  table: 'organisation',
  key: 'id',
  keyType: 'int',
  code: 'code',
  only: { column: 'type', value: 'country' },
}
