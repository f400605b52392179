import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { eanRefusals } from './ean.ts'
import { productErrors } from '../product.errors.ts'
import { spuReference } from '../references.facade.ts'

const COLOURS = [
  'black',
  'white',
  'grey',
  'silver',
  'gold',
  'blue',
  'green',
  'purple',
  'pink',
  'red',
  'orange',
] as const

/** The unit that is ordered and counted: a product in one colour and memory. */
export const sku = defineRecord({
  name: 'sku',
  area: 'product',
  table: 'sku',
  api: '/aps/sku',
  file: 'sku',
  page: '/master/pc/sku',
  phonePage: '/master/mobile/sku',
  fields: {
    ...NAMED,
    spuCode: f.ref(spuReference, { required: true }),
    eanCode: { ...f.code({ max: 13 }), isUnique: true },
    colour: r.open(f.choice(COLOURS)),
    memory: r.shaped(f.code({ max: 16 }), /^\d{1,3}(\+\d{1,4})?(GB|TB)$/, '8+256GB'),
    sellIn: f.choice(['yes', 'no'], { required: true }),
    lifeCycle: f.choice(['active', 'endOfLife'], { required: true }),
    endOfLifeDay: f.date(),
  },
  exists: (code) => productErrors.skuExists({ code }),
  search: 'search',
  related: [
    { record: 'sourceSku', by: 'skuCode' },
    { record: 'material', by: 'skuCode' },
    { record: 'bom', by: 'skuCode' },
    { record: 'salesSetting', by: 'skuCode' },
  ],
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'spuCode',
      'eanCode',
      'colour',
      'memory',
      'sellIn',
      'lifeCycle',
      'endOfLifeDay',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'spuCode', 'colour', 'sellIn', 'lifeCycle', 'state', 'updatedAt'],
    sort: ['code', 'spuCode', 'endOfLifeDay', 'updatedAt'],
  },
  check: ({ eanCode, lifeCycle, endOfLifeDay }: RecordValues) => [
    ...eanRefusals(eanCode as string | null, 'eanCode'),
    ...(lifeCycle === 'endOfLife' && !endOfLifeDay ? [productErrors.endOfLifeDay({}, { field: 'endOfLifeDay' })] : []),
    ...(lifeCycle === 'active' && endOfLifeDay ? [productErrors.noEndOfLife({}, { field: 'endOfLifeDay' })] : []),
  ],
  example: {
    code: 'MX10-BK-8256',
    spuCode: 'MD10',
    eanCode: '6999999000013',
    colour: 'black',
    memory: '8+256GB',
    sellIn: 'yes',
    lifeCycle: 'active',
  },
})
