import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { productErrors } from '../product.errors.ts'
import { skuReference } from '../references.facade.ts'

/**
 * A SKU in one of the two source systems. Both are mapped by the SKU's code: a row of each system with the same code is
 * one SKU. A code is unique within a system, so no SKU can have a second (B10).
 */
export const sourceSku = defineRecord({
  name: 'sourceSku',
  area: 'product',
  table: 'source_sku',
  api: '/aps/sourceSku',
  file: 'source-sku',
  page: '/master/pc/sourceSku',
  phonePage: '/master/mobile/sourceSku',
  keyOf: ['skuSourceType', 'sourceCode'],
  fields: {
    ...NAMED,
    code: f.code({ required: true, max: 68 }),
    // The spec's skuSourceType.
    skuSourceType: f.choice(['1', '2'], { required: true }),
    sourceCode: f.code({ required: true, max: 64 }),
    skuCode: f.ref(skuReference),
    mapping: r.computed(f.choice(['mapped', 'unmapped'])),
  },
  exists: (code) => productErrors.sourceExists({ code }),
  search: 'search',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'skuSourceType',
      'sourceCode',
      'skuCode',
      'mapping',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'skuSourceType', 'mapping', 'skuCode', 'state'],
    sort: ['code', 'sourceCode', 'updatedAt'],
  },
  computes: ({ skuCode }) => ({ mapping: skuCode ? 'mapped' : 'unmapped' }),
  check: ({ sourceCode, skuCode }: RecordValues) =>
    skuCode && sourceCode !== skuCode
      ? [productErrors.otherCode({ source: String(sourceCode), code: skuCode }, { field: 'skuCode' })]
      : [],
  example: { skuSourceType: '2', sourceCode: 'MX10-GN-8256' },
})
