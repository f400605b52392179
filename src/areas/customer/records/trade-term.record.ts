import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'

/** Incoterms rules with their place, as terms of sale. */
export const tradeTerm = defineRecord({
  name: 'tradeTerm',
  area: 'customer',
  table: 'trade_term',
  api: '/aps/tradeTerm',
  file: 'trade-term',
  page: '/master/pc/tradeTerm',
  phonePage: '/master/mobile/tradeTerm',
  fields: {
    ...NAMED,
    incoterm: f.choice(['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'], {
      required: true,
    }),
  },
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'incoterm', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'incoterm', 'state', 'updatedAt'],
    sort: ['code', 'incoterm', 'updatedAt'],
  },
  example: { code: 'FCA-BOM', incoterm: 'FCA' },
})
