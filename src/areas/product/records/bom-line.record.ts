import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { productErrors } from '../product.errors.ts'
import { skuReference } from '../references.facade.ts'
import { bomReference, materialReference } from './references.ts'

/** The content of a kit with quantities: materials or SKUs. */
export const bomLine = defineRecord({
  name: 'bomLine',
  area: 'product',
  table: 'bom_line',
  api: '/aps/bomLine',
  file: 'bom-line',
  page: '/master/pc/bomLine',
  phonePage: '/master/mobile/bomLine',
  keyOf: ['bomCode', 'position'],
  fields: {
    code: f.code({ required: true, max: 70 }),
    bomCode: f.ref(bomReference, { required: true }),
    position: r.shaped(f.code({ required: true, max: 4 }), /^\d{2,4}$/, '010'),
    materialCode: f.ref(materialReference),
    skuCode: f.ref(skuReference),
    quantity: f.quantity({ required: true, most: 1_000_000 }),
    remark: f.text({ max: 200 }),
  },
  names: { zh: 'code', en: 'code' },
  list: {
    columns: ['code', 'bomCode', 'position', 'materialCode', 'skuCode', 'quantity', 'remark', 'updatedAt', 'updatedBy'],
    filters: ['bomCode', 'materialCode', 'skuCode', 'keyword'],
    sort: ['code', 'bomCode', 'quantity', 'updatedAt'],
  },
  check: ({ materialCode, skuCode }: RecordValues) =>
    Boolean(materialCode) === Boolean(skuCode) ? [productErrors.oneThing({}, { field: 'materialCode' })] : [],
  naming: {
    materialCode: { shows: 'bomCode', hasOwnWords: true },
    bomCode: { hasOwnWords: true },
    skuCode: { shows: 'bomCode' },
  },
  example: { bomCode: 'SKD-MD20-IN', position: '990', materialCode: '4010001', quantity: '1', remark: 'Spare' },
})
