import { APPROVAL_STATES, postingActions, retryAction } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { budgetPlace } from '../budget.documents.ts'
import { anyArea, anyCountry } from '#areas/organisation/references.facade.ts'
import { productLineReference } from '#areas/product/references.facade.ts'
import {
  budgetRegionReference,
  businessTypeReference,
  departmentReference,
  poolReference,
  projectReference,
} from '../references.facade.ts'

const LIFE = postingActions({ submit: 'budget.country.submit', approve: 'budget.country.approve' }, 'budget_country')

/** A budget is of a month. */
const PERIOD = { label: 'period', of: ['year', 'month'] } as const

/**
 * Country budget application (domain.md section 2.2): grants money of a pool to budgets of projects or countries, or of
 * a project to its countries, revokes it, or brings new money of headquarters through the pool to them.
 */
export const countryBudget = defineDocument({
  name: 'countryBudget',
  area: 'budget',
  table: 'country_budget',
  number: { prefix: 'CB', reset: 'month' },
  api: '/aps/budget/country',
  // Submitting starts the approval at once (spec section 7 names the call after the approval's template).
  calls: { submit: '/aps/budget/country/bpm/template-code' },
  pages: { ...pagesOf(budgetPlace('country')), list: '/budget/pc/country/list?view=applications&idcCode=all' },
  viewRight: 'budget.country.view',
  exportRight: 'budget.country.export',
  changes: ['budgetLine'],
  fields: {
    applyType: f.choice(['grant', 'revoke', 'initialLoad', 'supplement'], { required: true }),
    level: f.choice(['country', 'project']),
    fundedBy: f.choice(['pool', 'project']),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    year: f.integer({ required: true, range: [2000, 2100] }),
    month: f.integer({ required: true, range: [1, 12] }),
    budgetDeptCode: f.ref(departmentReference, { required: true }),
    projectPoolCode: f.ref(poolReference, { required: true }),
    productClass: f.choice(['phone', 'iot'], { required: true }),
    currency: f.code({ required: true, max: 3 }),
    regionCode: f.ref(budgetRegionReference),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    countryCode: f.ref(anyCountry),
    projectCode: f.ref(projectReference, { required: true }),
    fscId: f.ref(businessTypeReference, { required: true, joins: 'subBusiCode' }),
    subBusiCode: f.code({ required: true }),
    productLineCode: f.ref(productLineReference, { required: true }),
    amount: f.money({ required: true }),
    availableAmount: f.money({ computed: true }),
    budgetCode: f.code({ assigned: true }),
    remark: f.text({ max: 200 }),
  },
  // F5: fifty lines by hand; a parsed file may hold more (domain.md D11).
  lineLimits: { typed: 50, file: 10_000 },
  attachments: { max: 10 },
  states: APPROVAL_STATES,
  initial: 'draft',
  actions: { ...LIFE, submit: { ...LIFE.submit, bulk: true }, retry: retryAction('budget.country.retry') },
  effects: { financePush: { after: 'approve', target: 'finance' } },
  reserve: { target: 'finance' },
  view: {
    title: 'applyType',
    subject: ['areaId', 'projectPoolCode', PERIOD],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      [
        'level',
        'fundedBy',
        'areaId',
        PERIOD,
        'projectPoolCode',
        'budgetDeptCode',
        'productClass',
        'regionCode',
        'currency',
      ],
      ['reason'],
    ],
    form: [
      'applyType',
      'level',
      'fundedBy',
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
      'level',
      'fundedBy',
      'year',
      'month',
      'projectPoolCode',
      'budgetDeptCode',
      'productClass',
      'totalAmount',
      'state',
      'reserveStatus',
      'drafter',
      'pushStatus',
      'currentHolder',
      'waitingSince',
      'createdAt',
    ],
    filters: [
      'no',
      'applyType',
      'level',
      'fundedBy',
      'state',
      'reserveStatus',
      'pushStatus',
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
