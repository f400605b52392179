import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, NAMED, r } from '#kernel/engine/record/definition.ts'
import { userReference } from '#kernel/engine/record/write/user-reference.ts'
import { anyCountry, operatingUnitReference, organisationReference } from '#areas/organisation/references.facade.ts'
import { checkCustomer, checkCustomerEnable } from '../customer/customer.rules.ts'
import { customerReference, distributorReference } from '../references.facade.ts'
import { budgetRegionReference, channelReference } from '#areas/budget/references.facade.ts'
import { classificationReference } from './references.ts'

const DIGITS = /^\d{6,18}$/
const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Buyers: distributors buy from us, dealers from a distributor. */
export const customer = defineRecord({
  name: 'customer',
  area: 'customer',
  table: 'customer',
  api: '/aps/customer',
  file: 'customer',
  page: '/master/pc/customer',
  phonePage: '/master/mobile/customer',
  fields: {
    ...NAMED,
    kind: f.choice(['distributor', 'dealer'], { required: true }),
    type: r.open(f.choice(['national', 'regional', 'retailChain', 'operator', 'online'], { required: true })),
    subtype: r.open(f.choice(['direct', 'indirect', 'franchise'])),
    parentCode: f.ref(distributorReference),
    legalEntityCustomerCode: f.ref(customerReference),
    organisationCode: { ...f.ref(organisationReference, { required: true }), column: 'organisation_id' },
    countryCode: f.ref(anyCountry, { required: true }),
    budgetRegionCode: f.ref(budgetRegionReference),
    operatingUnitCode: f.ref(operatingUnitReference),
    channelCode: f.ref(channelReference),
    classificationCode: f.ref(classificationReference),
    ownerAccount: { ...f.ref(userReference), column: 'owner_id' },
    oerpCode: f.code({ max: 32 }),
    businessCode: f.code({ max: 32 }),
    taxNo: f.code({ max: 32 }),
    bankName: f.text({ max: 100 }),
    bankAccount: { ...r.shaped(f.code({ max: 18 }), DIGITS, '123456789012'), secret: 'customer.bank.view' },
    bankHolder: f.text({ max: 100 }),
    bankSwift: r.shaped(f.code({ max: 11 }), SWIFT, 'HDFCINBB'),
    notSameAs: f.text({ max: 500 }),
  },
  scope: 'organisationCode',
  search: 'search',
  life: true,
  guarded: ['taxNo', 'bankName', 'bankAccount', 'bankHolder', 'bankSwift'],
  check: checkCustomer,
  checkEnable: checkCustomerEnable,
  list: {
    columns: [
      'code',
      'name',
      'kind',
      'type',
      'state',
      'parentCode',
      'organisationCode',
      'countryCode',
      'channelCode',
      'ownerAccount',
      'oerpCode',
      'taxNo',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: [
      'keyword',
      'state',
      'kind',
      'type',
      'countryCode',
      'organisationCode',
      'parentCode',
      'channelCode',
      'ownerAccount',
      'taxNo',
      'oerpCode',
    ],
    sort: ['code', 'countryCode', 'state', 'updatedAt'],
  },
  parent: 'parentCode',
  related: [
    { record: 'customerAddress', by: 'customerCode' },
    { record: 'customerTradeTerm', by: 'customerCode' },
  ],
  naming: { parentCode: { hasOwnWords: true }, legalEntityCustomerCode: { hasOwnWords: true } },
  example: {
    code: 'C-IN-9001',
    kind: 'distributor',
    type: 'regional',
    subtype: 'direct',
    organisationCode: 'IN-IN',
    countryCode: 'IN',
    operatingUnitCode: 'OU-IN',
    channelCode: 'CH-IN-01',
    ownerAccount: 'in.channel',
    oerpCode: 'E90010',
    businessCode: 'B90010',
    taxNo: '29AABCT1332L1ZA',
    bankName: 'Example Bank',
    bankAccount: '501000123456',
    bankHolder: 'Monsoon Devices Private Limited',
    bankSwift: 'HDFCINBB',
  },
})
