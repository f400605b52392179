import type { Reference } from '#kernel/engine/definition/reference.ts'

// References for records of any area. Browser and server share them.

export const currencyReference = {
  table: 'currency',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  selector: {
    path: '/{bizSystem=gs}/{idcCode}/oversea/aps/currency/list',
    filters: { curTopAreaId: 'areaId' },
    code: 'currency',
  },
} as const satisfies Reference
/** People use an area's code; rows contain its number. */
export const anyArea = {
  names: 'areas',
  table: 'area',
  key: 'id',
  keyType: 'int',
  code: 'area_code',
  selector: {
    path: '/aps/area',
    always: { templateCode: 'budget_country' },
    namesTemplate: true,
    code: 'areaId',
    name: 'areaName',
    isNumbered: true,
    search: ['idcCode'],
    detail: 'currency',
    sets: ['idcCode', 'currency', 'bizSystem'],
  },
} as const satisfies Reference
export const areaReference: Reference = { ...anyArea, scope: 'organisation_id' }
export const anyCountry = {
  names: 'countries',
  table: 'country',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  selector: { path: '/gs/{idcCode}/oversea/aps/fsc/country', most: 200, called: 'country' },
} as const satisfies Reference
export const countryReference: Reference = { ...anyCountry, scope: 'organisation_id' }

/** An organisation belongs to itself: people who see it may refer to it. */
export const organisationReference: Reference = {
  table: 'organisation',
  key: 'id',
  keyType: 'int',
  code: 'code',
  enabled: 'enabled',
  scope: 'id',
}
/** Any organisation by code, as documents refer to it. */
export const organisationByCode = {
  names: 'organisations',
  table: 'organisation',
  key: 'code',
  keyType: 'text',
} as const satisfies Reference
/** The organisation that owns a country's rows. */
export const countryOrganisation: Reference = {
  table: 'organisation',
  key: 'id',
  keyType: 'int',
  code: 'code',
  only: { column: 'type', value: 'country' },
}

const scoped = { key: 'code', keyType: 'text', enabled: 'enabled', scope: 'scope_id' } as const
export const legalEntityReference = {
  names: 'legalEntities',
  table: 'legal_entity',
  ...scoped,
} as const satisfies Reference
export const operatingUnitReference = {
  names: 'units',
  table: 'operating_unit',
  ...scoped,
} as const satisfies Reference
/** @public Of warehouses. */
export const inventoryOrganisationReference: Reference = { table: 'inventory_organisation', ...scoped }
export const warZoneReference: Reference = { table: 'war_zone', key: 'code', keyType: 'text', enabled: 'enabled' }
export const idcReference: Reference = { table: 'idc', key: 'code', keyType: 'text', enabled: 'enabled' }
