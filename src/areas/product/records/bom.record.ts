import { anyCountry } from '#areas/organisation/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { productErrors } from '../product.errors.ts'
import { skuReference } from '../references.facade.ts'

/** A kit under one number: parts assembled in a country (SKD), or a bundle. */
export const bom = defineRecord({
  name: 'bom',
  area: 'product',
  table: 'bom',
  api: '/aps/bom',
  file: 'bom',
  page: '/master/pc/bom',
  phonePage: '/master/mobile/bom',
  fields: {
    ...NAMED,
    kind: f.choice(['skd', 'kit'], { required: true }),
    skuCode: f.ref(skuReference, { required: true }),
    plant: f.text({ max: 60 }),
    hsCode: r.shaped(f.code({ max: 10 }), /^\d{6,10}$/, '851713'),
    originCountryCode: f.ref(anyCountry),
    customsName: f.text({ max: 200 }),
  },
  search: 'search',
  related: [{ record: 'bomLine', by: 'bomCode' }],
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'kind',
      'skuCode',
      'plant',
      'hsCode',
      'originCountryCode',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'kind', 'skuCode', 'originCountryCode', 'hsCode', 'state'],
    sort: ['code', 'kind', 'skuCode', 'updatedAt'],
  },
  check: ({ kind, plant, hsCode, originCountryCode }: RecordValues) =>
    kind === 'skd'
      ? Object.entries({ plant, hsCode, originCountryCode })
          .filter(([, value]) => !value)
          .map(([field]) => productErrors.customs({}, { field }))
      : [],
  naming: { skuCode: { hasOwnWords: true } },
  example: {
    code: 'SKD-MX10-IN',
    kind: 'skd',
    skuCode: 'MD10-BK-8256',
    plant: 'Noida',
    hsCode: '851713',
    originCountryCode: 'CN',
    customsName: 'Parts of smartphones',
  },
})
