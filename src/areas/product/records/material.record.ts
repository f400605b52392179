import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED, NAMED } from '#kernel/engine/record/definition.ts'
import { skuReference } from '../references.facade.ts'

/** The factory's identifier of a SKU or a part. */
export const material = defineRecord({
  name: 'material',
  area: 'product',
  table: 'material',
  api: '/aps/material',
  file: 'material',
  page: '/master/pc/material',
  phonePage: '/master/mobile/material',
  fields: {
    ...NAMED,
    kind: f.choice(['finished', 'component', 'packaging'], { required: true }),
    skuCode: f.ref(skuReference),
  },
  search: 'search',
  states: ENABLED,
  list: {
    columns: ['code', 'name', 'kind', 'skuCode', 'state', 'updatedAt', 'updatedBy', 'nameZh', 'nameEn'],
    filters: ['keyword', 'kind', 'skuCode', 'state'],
    sort: ['code', 'kind', 'skuCode', 'updatedAt'],
  },
  example: { code: '4090001', kind: 'component' },
})
