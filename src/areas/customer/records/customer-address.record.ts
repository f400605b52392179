import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, r } from '#kernel/engine/record/definition.ts'
import { anyCountry } from '#areas/organisation/references.facade.ts'
import { anyCustomer } from '../references.facade.ts'

/** A delivery address of a customer; every part is required (Q12). */
export const customerAddress = defineRecord({
  name: 'customerAddress',
  area: 'customer',
  table: 'customer_address',
  api: '/aps/customerAddress',
  file: 'customer-address',
  page: '/master/pc/customerAddress',
  phonePage: '/master/mobile/customerAddress',
  numbered: 'AD',
  fields: {
    code: f.code({ max: 64 }),
    customerCode: f.ref(anyCustomer, { required: true }),
    countryCode: f.ref(anyCountry, { required: true }),
    province: f.text({ required: true, max: 100 }),
    city: f.text({ required: true, max: 100 }),
    postalCode: r.shaped(f.code({ required: true, max: 12 }), /^[0-9A-Za-z][0-9A-Za-z -]{2,11}$/, '400076'),
    detail: f.text({ required: true, max: 200 }),
    contacts: f.text({ required: true, max: 100 }),
    // F4
    phone: r.shaped(f.code({ required: true, max: 18 }), /^\d{6,18}$/, '912266778899'),
    receiveInfo: f.text({ required: true, max: 200 }),
    shippingPlace: f.text({ required: true, max: 100 }),
  },
  names: { zh: 'detail', en: 'detail' },
  scope: 'customerCode',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'customerCode',
      'countryCode',
      'province',
      'city',
      'postalCode',
      'detail',
      'contacts',
      'phone',
      'receiveInfo',
      'shippingPlace',
      'state',
      'updatedAt',
      'updatedBy',
    ],
    filters: ['keyword', 'customerCode', 'countryCode', 'city', 'state'],
    sort: ['code', 'customerCode', 'updatedAt'],
  },
  naming: { customerCode: { hasOwnWords: true } },
  example: {
    code: 'AD-IN-9001',
    customerCode: 'C-IN-0001',
    countryCode: 'IN',
    province: 'Maharashtra',
    city: 'Mumbai',
    postalCode: '400076',
    detail: 'Unit 4, Powai Logistics Park',
    contacts: 'Goods-in desk',
    phone: '912266778899',
    receiveInfo: 'Weekdays 10:00-17:00, gate 2',
    shippingPlace: 'Nhava Sheva',
  },
})
