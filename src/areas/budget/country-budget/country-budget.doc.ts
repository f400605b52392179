import { pushedActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { anyArea, anyCountry } from '#areas/organisation/references.facade.ts'
import { budgetRegionReference } from '../references.facade.ts'
import {
  budgetHead,
  lineKeyFields,
  LIST_LAST_FILTERS,
  PERIOD,
  PUSHED,
  PUSHED_FILTERS,
  PUSHED_TAIL,
  sharedKeyFields,
} from '../shared/budget-document.ts'

const HEAD = budgetHead('country', 'budget.country', 'country/list?view=applications&idcCode=all', {
  code: 'budget_country',
  form: 'budget_country_apply',
  sortIndex: 219,
  hasOwnList: true,
})
const ACTIONS = pushedActions('budget.country', 'budget_country')

/**
 * Country budget application (domain.md section 2.2): grants money of a pool to budgets of projects or countries, or of
 * a project to its countries, revokes it, or brings new money of headquarters through the pool to them.
 */
export const countryBudget = defineDocument({
  ...HEAD,
  name: 'countryBudget',
  table: 'country_budget',
  number: { prefix: 'CB', reset: 'month' },
  api: '/aps/budget/country',
  // Submitting starts the approval at once (spec section 7 names the call after the approval's template).
  calls: { submit: '/aps/budget/country/bpm/template-code' },
  changes: ['budgetLine'],
  fields: {
    applyType: f.choice(['grant', 'revoke', 'initialLoad', 'supplement'], { required: true }),
    level: f.choice(['country', 'project']),
    fundedBy: f.choice(['pool', 'project']),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    ...sharedKeyFields,
    regionCode: f.ref(budgetRegionReference),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    countryCode: f.ref(anyCountry),
    ...lineKeyFields(),
    amount: f.money({ required: true }),
    availableAmount: f.money({ computed: true }),
    budgetCode: f.code({ assigned: true }),
    remark: f.text({ max: 200 }),
  },
  // F5: fifty lines by hand; a parsed file may hold more (domain.md D11).
  lineLimits: { typed: 50, file: 10_000 },
  actions: { ...ACTIONS, submit: { ...ACTIONS.submit, bulk: true } },
  ...PUSHED,
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
      ...PUSHED_TAIL,
    ],
    filters: [
      'no',
      'applyType',
      'level',
      'fundedBy',
      ...PUSHED_FILTERS,
      'year',
      'month',
      'budgetDeptCode',
      'projectPoolCode',
      'productClass',
      'currency',
      ...LIST_LAST_FILTERS,
    ],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type CountryBudget = typeof countryBudget
export interface CountryBudgetHeader extends HeaderOf<CountryBudget> {}
export interface CountryBudgetLine extends LineOf<CountryBudget> {}
export interface CountryBudgetContent extends Content<CountryBudget> {}
