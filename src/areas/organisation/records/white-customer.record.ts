import { f } from '#kernel/document/fields.ts'
import { defineRecord, ENABLED, r } from '#kernel/record/definition.ts'
import type { Reference } from '#kernel/record/record-field.ts'
import { warZoneReference } from '../references.facade.ts'

/** Customers belong to a later area, which refers to this one: only their table is known here. */
const customerReference: Reference = {
  table: 'customer',
  key: 'code',
  keyType: 'text',
  state: 'state',
  scope: 'scope_id',
  search: 'search',
}

/** A customer that a war zone sells to though it is of another. */
export const whiteCustomer = defineRecord({
  name: 'whiteCustomer',
  area: 'organisation',
  table: 'war_zone_customer',
  api: '/aps/whiteCustomer',
  file: 'white-customer',
  page: '/master/pc/whiteCustomer',
  phonePage: '/master/mobile/whiteCustomer',
  keyOf: ['warZoneCode', 'customerCode'],
  fields: {
    code: f.code({ required: true, max: 160 }),
    warZoneCode: r.one(warZoneReference, { required: true }),
    customerCode: r.one(customerReference, { required: true }),
  },
  names: { zh: 'code', en: 'code' },
  scope: 'customerCode',
  states: ENABLED,
  list: {
    columns: ['code', 'warZoneCode', 'customerCode', 'state', 'updatedAt', 'updatedBy'],
    filters: ['warZoneCode', 'customerCode', 'keyword', 'state'],
    sort: ['code', 'warZoneCode', 'customerCode', 'updatedAt'],
  },
  example: { warZoneCode: 'WZ-NEW', customerCode: 'D-IN-001' },
})
