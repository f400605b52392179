import { f } from '#kernel/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r } from '#kernel/record/definition.ts'

const BUDGETS = 'budget.country.view'

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
    filters: ['keyword', 'state'],
    sort: ['code', 'updatedAt'],
  },
  usedBy: [
    { name: 'countries', table: 'country', column: 'currency', show: 'code' },
    {
      name: 'legalEntities',
      table: 'legal_entity',
      column: 'currency',
      show: 'code',
      scope: 'scope_id',
      right: 'organisation.legalEntity.view',
    },
    { name: 'areas', table: 'area', column: 'currency', show: 'area_code' },
    { name: 'organisations', table: 'organisation', column: 'currency', show: 'code', scope: 'scope_id' },
    { name: 'rates', table: 'currency_rate', column: 'currency_code', show: 'code' },
    { name: 'baseRates', table: 'currency_rate', column: 'base_code', show: 'code' },
    { name: 'yearRates', table: 'year_rate', column: 'currency', show: 'year' },
    { name: 'yearRateBases', table: 'year_rate_version', column: 'base', show: 'year' },
    { name: 'bands', table: 'approval_band', column: 'currency', show: 'version' },
    {
      name: 'funds',
      table: 'funds_account',
      column: 'currency',
      show: 'kind',
      scope: 'scope_id',
      right: 'funds.account.view',
    },
    {
      name: 'invoices',
      table: 'customer_invoice',
      column: 'currency',
      show: 'no',
      scope: 'scope_id',
      right: 'funds.invoice.view',
    },
    { name: 'budgets', table: 'budget_line', column: 'currency', show: 'code', scope: 'scope_id', right: BUDGETS },
    {
      name: 'applications',
      table: 'country_budget',
      column: 'currency',
      show: 'no',
      scope: 'scope_id',
      right: BUDGETS,
    },
  ],
  example: { code: 'BTN', symbol: 'Nu.', minorDigits: '2' },
})
