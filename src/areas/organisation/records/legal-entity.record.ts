import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, type RecordValues } from '#kernel/engine/record/definition.ts'
import { organisationErrors } from '../organisation.errors.ts'
import { countryReference, currencyReference } from '../references.facade.ts'

/** State, the ten characters of the income-tax number, entity, Z, check character. */
const GSTIN = /^(0[1-9]|[1-3]\d)[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** A company of the group: it owns, invoices and pays taxes. */
export const legalEntity = defineRecord({
  name: 'legalEntity',
  area: 'organisation',
  table: 'legal_entity',
  api: '/aps/legalEntity',
  file: 'legal-entity',
  page: '/master/pc/legalEntity',
  phonePage: '/master/mobile/legalEntity',
  fields: {
    ...NAMED,
    countryCode: f.ref(countryReference, { required: true }),
    currencyCode: { ...f.ref(currencyReference, { required: true }), column: 'currency' },
    taxNo: f.code({ max: 32 }),
    fiscalYearStart: f.integer({ required: true, range: [1, 12] }),
    erpCode: f.code({ max: 32 }),
  },
  related: [{ record: 'operatingUnit', by: 'legalEntityCode' }],
  scope: 'countryCode',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'countryCode',
      'currencyCode',
      'taxNo',
      'fiscalYearStart',
      'erpCode',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'countryCode', 'currencyCode', 'taxNo', 'state'],
    sort: ['code', 'countryCode', 'updatedAt'],
  },
  check: ({ countryCode, taxNo }: RecordValues) =>
    countryCode === 'IN' && taxNo !== null && !GSTIN.test(String(taxNo))
      ? [organisationErrors.gstin({}, { field: 'taxNo' })]
      : [],
  example: { code: 'LE-IN-9', countryCode: 'IN', currencyCode: 'INR', taxNo: '27AAAAA0000A1Z5', fiscalYearStart: '4' },
})
