import type { Reference } from '#kernel/record/definition.ts'

// What records of any area may refer to here. Browser and server share them.

export const currencyReference: Reference = { table: 'currency', key: 'code', keyType: 'text', enabled: 'enabled' }
/** People write an area by its code; rows hold its number. */
export const anyArea: Reference = { table: 'area', key: 'id', keyType: 'int', code: 'area_code' }
export const areaReference: Reference = { ...anyArea, scope: 'organisation_id' }
export const anyCountry: Reference = { table: 'country', key: 'code', keyType: 'text', enabled: 'enabled' }
export const countryReference: Reference = { ...anyCountry, scope: 'organisation_id' }

/** An organisation belongs to itself: whoever sees it may name it. */
export const organisationReference: Reference = {
  table: 'organisation',
  key: 'id',
  keyType: 'int',
  code: 'code',
  enabled: 'enabled',
  scope: 'id',
}
/** The organisation that a country's rows belong to. */
export const countryOrganisation: Reference = {
  table: 'organisation',
  key: 'id',
  keyType: 'int',
  code: 'code',
  only: { column: 'type', value: 'country' },
}

const scoped = { key: 'code', keyType: 'text', enabled: 'enabled', scope: 'scope_id' } as const
export const legalEntityReference: Reference = { table: 'legal_entity', ...scoped }
export const operatingUnitReference: Reference = { table: 'operating_unit', ...scoped }
/** @public Of warehouses. */
export const inventoryOrganisationReference: Reference = { table: 'inventory_organisation', ...scoped }
export const warZoneReference: Reference = { table: 'war_zone', key: 'code', keyType: 'text', enabled: 'enabled' }
export const idcReference: Reference = { table: 'idc', key: 'code', keyType: 'text', enabled: 'enabled' }
