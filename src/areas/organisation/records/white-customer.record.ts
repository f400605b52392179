import { f } from '#kernel/engine/definition/fields.ts'
import { distributorReference } from '#areas/customer/references.facade.ts'
import { defineRecord, ENABLED } from '#kernel/engine/record/definition.ts'
import { warZoneReference } from '../references.facade.ts'

/** A customer of another war zone that this one may sell to. */
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
    warZoneCode: f.ref(warZoneReference, { required: true }),
    customerCode: f.ref(distributorReference, { required: true }),
    reason: f.text({ max: 200 }),
  },
  names: { zh: 'code', en: 'code' },
  scope: 'customerCode',
  states: ENABLED,
  list: {
    columns: ['code', 'warZoneCode', 'customerCode', 'reason', 'state', 'updatedAt', 'updatedBy'],
    filters: ['warZoneCode', 'customerCode', 'keyword', 'state'],
    sort: ['code', 'warZoneCode', 'customerCode', 'updatedAt'],
  },
  naming: { customerCode: { shows: 'warZoneCode', hasOwnWords: true } },
  example: { warZoneCode: 'WZ-NEW', customerCode: 'C-IN-0001', reason: 'Sells across the border' },
})
