import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r } from '#kernel/engine/record/definition.ts'

/** A currency by its ISO 4217 code. */
export const currency = defineRecord({
  name: 'currency',
  area: 'organisation',
  table: 'currency',
  api: '/aps/currency',
  file: 'currency',
  page: '/master/pc/currency',
  phonePage: '/master/mobile/currency',
  fields: {
    ...NAMED,
    code: r.shaped(f.code({ required: true, max: 3 }), /^[A-Z]{3}$/, 'INR'),
    symbol: f.text({ required: true, max: 8 }),
    minorDigits: f.integer({ required: true, range: [0, 2] }),
  },
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'symbol', 'minorDigits', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'state', 'updatedAt'],
    sort: ['code', 'updatedAt'],
  },
  example: { code: 'BTN', symbol: 'Nu.', minorDigits: '2' },
})
