import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, NAMED, r } from '#kernel/engine/record/definition.ts'
import { legalEntityReference } from '#areas/organisation/references.facade.ts'

/**
 * The seller information on papers: a version for each first day. An issued version never changes; a new bank account
 * is a new version, approved by two people who did not write it.
 */
export const sellerInformation = defineRecord({
  name: 'sellerInformation',
  area: 'customer',
  table: 'seller_information',
  api: '/aps/sellerInformation',
  file: 'seller-information',
  page: '/master/pc/sellerInformation',
  phonePage: '/master/mobile/sellerInformation',
  keyOf: ['legalEntityCode', 'validFrom'],
  fields: {
    ...NAMED,
    legalEntityCode: f.ref(legalEntityReference, { required: true }),
    validFrom: f.date({ required: true }),
    address: f.text({ required: true, max: 300 }),
    taxNo: f.code({ max: 32 }),
    bankName: f.text({ required: true, max: 100 }),
    bankAccount: {
      ...r.shaped(f.code({ required: true, max: 18 }), /^\d{6,18}$/, '123456789012'),
      secret: 'customer.bank.view',
    },
    bankHolder: f.text({ required: true, max: 100 }),
    bankSwift: r.shaped(f.code({ required: true, max: 11 }), /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'HDFCINBB'),
    logo: r.image(),
  },
  scope: 'legalEntityCode',
  life: true,
  issued: true,
  list: {
    columns: [
      'code',
      'name',
      'state',
      'legalEntityCode',
      'validFrom',
      'bankName',
      'bankAccount',
      'taxNo',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'state', 'legalEntityCode', 'validFrom'],
    sort: ['code', 'validFrom', 'updatedAt'],
    order: '-validFrom',
  },
  example: {
    legalEntityCode: 'LE-IN',
    validFrom: '2027-04-01',
    address: 'Unit 4, Powai Logistics Park, Mumbai 400076',
    taxNo: '27AAACT2727Q1ZW',
    bankName: 'Example Bank',
    bankAccount: '501000123456',
    bankHolder: 'India Trading Limited',
    bankSwift: 'HDFCINBB',
  },
})
