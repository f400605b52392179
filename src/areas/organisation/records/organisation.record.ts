import { f } from '#kernel/definition/fields.ts'
import { defineRecord, ENABLED, NAMED, r, type RecordValues } from '#kernel/record/definition.ts'
import { userReference } from '#kernel/record/user-reference.ts'
import { organisationErrors } from '../organisation.errors.ts'
import { currencyReference, organisationReference, warZoneReference } from '../references.facade.ts'

const BUDGETS = 'budget.country.view'
const ROOT = 'HQ'

/** Documents of schemes, with the table and the right of each. */
const SCHEME_DOCUMENTS = {
  application: 'application',
  withhold: 'withhold',
  reversal: 'reversal',
  execute: 'execute',
  terminal: 'terminal',
  adjust: 'adjust',
  annualCarryover: 'annual_carryover',
  receivablesAdjustment: 'receivables_adjustment',
  negativeRedemption: 'negative_redemption',
  specialPriceApprovalForm: 'special_price',
  adjustInvoice: 'adjust_invoice',
} as const

const ofExecution = { show: 'no', of: { table: 'scheme_execute', by: 'document_id' }, right: 'scheme.execute.view' }

/** What is of an organisation in the areas of schemes and devices. */
const schemeUses = [
  { name: 'schemes', table: 'scheme', show: 'no', right: 'scheme.application.view' },
  ...Object.entries(SCHEME_DOCUMENTS).map(([route, table]) => ({
    name: `${route}Documents`,
    table: `scheme_${table}`,
    show: 'no',
    right: `scheme.${route}.view`,
  })),
  { name: 'withholdNotices', table: 'scheme_withhold_notice', show: 'month', right: 'scheme.withhold.view' },
  { name: 'settlements', table: 'scheme_settlement', ...ofExecution },
  { name: 'payments', table: 'scheme_payment', ...ofExecution },
  {
    name: 'frozenStock',
    table: 'device_snapshot',
    show: 'no',
    of: { table: 'scheme_application', by: 'document_id' },
    right: 'scheme.application.view',
  },
  { name: 'deviceClaims', table: 'device_claim', show: 'customer_code', right: 'device.price.view' },
].map((use) => ({ ...use, column: 'scope_id', scope: 'scope_id' }))

/** Headquarters, regions, countries and their branches: what rows belong to, and what a person's scope is made of. */
export const organisation = defineRecord({
  name: 'organisation',
  area: 'organisation',
  table: 'organisation',
  held: { column: 'id', sequence: 'organisation_id_seq' },
  api: '/aps/organisation',
  file: 'organisation',
  page: '/master/pc/organisation',
  phonePage: '/master/mobile/organisation',
  fields: {
    ...NAMED,
    type: f.choice(['headquarters', 'region', 'country', 'branch'], { required: true }),
    parentCode: r.one(organisationReference, { column: 'parent_id' }),
    // The table keeps it: the one right below the headquarters.
    topCode: r.computed(r.one(organisationReference, { column: 'top_id' })),
    warZoneCode: r.one(warZoneReference),
    timezone: r.shaped(f.code({ required: true, max: 9 }), /^UTC[+-](0\d|1[0-4]):[0-5]\d$/, 'UTC+05:30'),
    language: f.choice(['zh', 'en'], { required: true }),
    currencyCode: r.one(currencyReference, { required: true, column: 'currency' }),
    headAccount: r.one(userReference, { column: 'head_id' }),
  },
  parent: 'parentCode',
  dated: { field: 'parentCode', table: 'organisation_parent' },
  scope: 'self',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'name',
      'type',
      'parentCode',
      'topCode',
      'warZoneCode',
      'timezone',
      'language',
      'currencyCode',
      'headAccount',
      'state',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'type', 'parentCode', 'topCode', 'warZoneCode', 'state'],
    sort: ['code', 'type', 'parentCode', 'updatedAt'],
  },
  usedBy: [
    // B17.
    {
      name: 'children',
      table: 'organisation',
      column: 'parent_id',
      show: 'code',
      scope: 'scope_id',
      refuses: organisationErrors.hasChildren,
    },
    {
      name: 'formerly',
      table: 'organisation_parent',
      column: 'value',
      show: 'code',
      scope: 'scope_id',
      of: { table: 'organisation', by: 'record_id' },
    },
    { name: 'roles', table: 'user_role', column: 'organisation_id', show: 'role_code' },
    { name: 'users', table: 'app_user', column: 'organisation_id', show: 'account', scope: 'scope_id' },
    { name: 'areas', table: 'area', column: 'organisation_id', show: 'area_code' },
    { name: 'countries', table: 'country', column: 'organisation_id', show: 'code' },
    { name: 'pools', table: 'budget_pool', column: 'scope_id', show: 'id', scope: 'scope_id', right: BUDGETS },
    { name: 'budgets', table: 'budget_line', column: 'scope_id', show: 'code', scope: 'scope_id', right: BUDGETS },
    {
      name: 'applications',
      table: 'country_budget',
      column: 'scope_id',
      show: 'no',
      scope: 'scope_id',
      right: BUDGETS,
    },
    {
      name: 'transfers',
      table: 'budget_transfer',
      column: 'scope_id',
      show: 'no',
      scope: 'scope_id',
      right: 'budget.transfer.view',
    },
    {
      name: 'poolMoney',
      table: 'pool_budget',
      column: 'scope_id',
      show: 'no',
      scope: 'scope_id',
      right: 'budget.pool.view',
    },
    {
      name: 'settings',
      table: 'budget_setting',
      column: 'scope_id',
      show: 'no',
      scope: 'scope_id',
      right: 'budget.setting.view',
    },
    {
      name: 'periods',
      table: 'budget_period',
      column: 'scope_id',
      show: 'month',
      scope: 'scope_id',
      right: BUDGETS,
    },
    {
      name: 'yearEnds',
      table: 'budget_year_end',
      column: 'scope_id',
      show: 'no',
      scope: 'scope_id',
      right: 'budget.yearEnd.view',
    },
    {
      name: 'reserves',
      table: 'document_reserve',
      column: 'scope_id',
      show: 'no',
      scope: 'scope_id',
      right: 'budget.reserve.view',
    },
    ...schemeUses,
    { name: 'changes', table: 'record_change', column: 'scope_id', show: 'no', scope: 'scope_id' },
    { name: 'effects', table: 'document_effect', column: 'scope_id', show: 'document_id', scope: 'scope_id' },
    { name: 'absences', table: 'approval_agent', column: 'organisation_id', show: 'id' },
    {
      name: 'customers',
      table: 'customer',
      column: 'organisation_id',
      show: 'code',
      scope: 'scope_id',
      right: 'customer.customer.view',
    },
    {
      name: 'persons',
      table: 'person',
      column: 'organisation_id',
      show: 'code',
      scope: 'scope_id',
      right: 'personnel.person.view',
    },
    {
      name: 'warehouses',
      table: 'warehouse',
      column: 'organisation_id',
      show: 'code',
      scope: 'scope_id',
      right: 'store.warehouse.view',
    },
    {
      name: 'interfaces',
      table: 'sync_setting',
      column: 'organisation_id',
      show: 'code',
      right: 'integration.setting.view',
    },
  ],
  // Whoever has a role at the root sees everything: there is no second one.
  check: ({ code, type, parentCode }: RecordValues) => {
    if ((code === ROOT) !== (type === 'headquarters')) return [organisationErrors.oneRoot({}, { field: 'type' })]
    return (code === ROOT) === (parentCode === null) ? [] : [organisationErrors.upper({}, { field: 'parentCode' })]
  },
  example: {
    code: 'IN-MUM',
    type: 'branch',
    parentCode: 'IN',
    warZoneCode: 'WZ-SA',
    timezone: 'UTC+05:30',
    language: 'en',
    currencyCode: 'INR',
    headAccount: 'in.manager',
  },
})
