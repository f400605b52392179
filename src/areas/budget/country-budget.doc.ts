import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/document/definition.ts'
import { f } from '#kernel/document/fields.ts'

/** A budget is of a month. */
const PERIOD = { label: 'period', of: ['year', 'month'] } as const

/** Country budget application: grants a pool's money to country budget lines, or revokes it (domain.md section 2.2). */
export const countryBudget = defineDocument({
  name: 'countryBudget',
  area: 'budget',
  table: 'country_budget',
  number: { prefix: 'CB', reset: 'month' },
  api: '/aps/budget/country',
  // Submitting starts the approval in the same act (spec section 7 names the call after the approval's template).
  calls: { submit: '/aps/budget/country/bpm/template-code' },
  pages: {
    pc: '/budgetCountry/pc',
    mobile: '/budgetCountry/mobile',
    list: '/budget/pc/country/list?view=applications&idcCode=all',
    edit: '/budget/pc/country/apply?type=edit',
    mobileEdit: '/budget/mobile/country/apply?type=edit',
  },
  viewRight: 'budget.country.view',
  changes: ['budgetLine'],
  fields: {
    applyType: f.choice(['grant', 'revoke'], { required: true }),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.integer({ required: true, names: 'areas' }),
    year: f.integer({ required: true, range: [2000, 2100] }),
    month: f.integer({ required: true, range: [1, 12] }),
    budgetDeptCode: f.code({ required: true, names: 'departments' }),
    projectPoolCode: f.code({ required: true, names: 'pools' }),
    productClass: f.choice(['phone', 'iot'], { required: true }),
    currency: f.code({ required: true, max: 3 }),
    regionCode: f.code({ names: 'regions' }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    countryCode: f.code({ required: true, names: 'countries' }),
    projectCode: f.code({ required: true, names: 'projects' }),
    fscId: f.code({ required: true, names: 'businessTypes', joins: 'subBusiCode' }),
    subBusiCode: f.code({ required: true }),
    productLineCode: f.code({ required: true, names: 'productLines' }),
    amount: f.money({ required: true }),
    availableAmount: f.money({ computed: true }),
    budgetCode: f.code({ assigned: true }),
    remark: f.text({ max: 200 }),
  },
  // F5: fifty lines by hand; a parsed file may hold more (domain.md D11).
  lineLimits: { typed: 50, file: 10_000 },
  states: { draft: 'grey', underApproval: 'blue', approved: 'green', rejected: 'red', cancelled: 'grey' },
  initial: 'draft',
  actions: {
    save: {
      from: ['draft', 'rejected'],
      to: 'draft',
      by: 'drafter',
      right: 'budget.country.submit',
      content: 'draft',
      needs: ['idcCode', 'areaId'],
    },
    delete: {
      from: ['draft'],
      to: 'draft',
      by: 'drafter',
      right: 'budget.country.submit',
      removes: true,
      bulk: true,
    },
    submit: {
      from: ['draft', 'rejected'],
      to: 'underApproval',
      by: 'drafter',
      right: 'budget.country.submit',
      content: 'submitted',
      approval: 'budget_country',
      posts: true,
    },
    approve: { from: ['underApproval'], to: 'approved', by: 'approval', right: 'budget.country.approve', posts: true },
    reject: { from: ['underApproval'], to: 'rejected', by: 'approval', right: 'budget.country.approve', posts: true },
    withdraw: { from: ['underApproval'], to: 'draft', by: 'drafter', right: 'budget.country.submit', posts: true },
  },
  view: {
    title: 'applyType',
    subject: ['areaId', 'projectPoolCode', PERIOD],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['areaId', PERIOD, 'projectPoolCode', 'budgetDeptCode', 'productClass', 'regionCode', 'currency'],
      ['reason'],
    ],
    form: [
      'applyType',
      'areaId',
      'year',
      'month',
      'productClass',
      'budgetDeptCode',
      'projectPoolCode',
      'regionCode',
      'reason',
    ],
    lines: {
      columns: [
        'budgetCode',
        'countryCode',
        'projectCode',
        'fscId',
        'productLineCode',
        'amount',
        'availableAmount',
        'remark',
      ],
      frozen: ['countryCode'],
      sum: 'amount',
      card: ['countryCode', 'projectCode'],
    },
  },
  list: {
    columns: [
      'no',
      'applyType',
      'year',
      'month',
      'projectPoolCode',
      'budgetDeptCode',
      'productClass',
      'totalAmount',
      'state',
      'drafter',
      'currentHolder',
      'waitingSince',
      'createdAt',
    ],
    filters: [
      'no',
      'applyType',
      'state',
      'idcCode',
      'year',
      'month',
      'budgetDeptCode',
      'projectPoolCode',
      'productClass',
      'currency',
      'drafter',
      'createdFrom',
      'createdTo',
    ],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type CountryBudget = typeof countryBudget
export interface CountryBudgetHeader extends HeaderOf<CountryBudget> {}
export interface CountryBudgetLine extends LineOf<CountryBudget> {}
export interface CountryBudgetContent extends Content<CountryBudget> {}
