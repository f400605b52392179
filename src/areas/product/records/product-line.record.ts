import { f } from '#kernel/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r } from '#kernel/record/definition.ts'
import { upperLineReference } from './references.ts'

const BUDGETS = 'budget.country.view'

/** A product line of the chart of accounts: what a budget is for, and what a product belongs to. */
export const productLine = defineRecord({
  name: 'productLine',
  area: 'product',
  table: 'product_line',
  api: '/aps/productLine',
  file: 'product-line',
  page: '/master/pc/productLine',
  phonePage: '/master/mobile/productLine',
  fields: {
    ...NAMED,
    productClass: f.choice(['phone', 'iot'], { required: true }),
    parentCode: r.one(upperLineReference),
    position: f.integer({ required: true, range: [1, 9999] }),
  },
  parent: 'parentCode',
  related: [{ record: 'spu', by: 'productLineCode' }],
  states: ENABLED,
  list: {
    columns: [
      'position',
      'code',
      'name',
      'productClass',
      'parentCode',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'productClass', 'parentCode', 'state'],
    sort: ['position', 'code', 'updatedAt'],
  },
  usedBy: [
    { name: 'children', table: 'product_line', column: 'parent_code', show: 'code' },
    { name: 'products', table: 'spu', column: 'product_line_code', show: 'code' },
    {
      name: 'budgets',
      table: 'budget_line',
      column: 'product_line_code',
      show: 'code',
      scope: 'scope_id',
      right: BUDGETS,
    },
    {
      name: 'applications',
      table: 'country_budget_line',
      column: 'product_line_code',
      show: 'no',
      scope: 'scope_id',
      right: BUDGETS,
      of: { table: 'country_budget', by: 'document_id' },
    },
  ],
  example: { code: 'PH60', productClass: 'phone', parentCode: 'PHONE', position: '60' },
})
