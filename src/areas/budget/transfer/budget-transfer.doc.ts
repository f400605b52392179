import { pushedActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { anyArea, anyCountry } from '#areas/organisation/references.facade.ts'
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

/** The codes of a line are those of the area that gets the money. */
const OF_RECEIVER = { asks: { idcCode: 'toIdcCode' } } as const

/**
 * Budget transfer: moves available money between budgets of the same pool, department, month, class and currency
 * (domain.md section 2.3), within an area or between areas that share the pool. Between countries, or between projects:
 * their project budgets (lines without a country), or their budgets in one country.
 */
export const budgetTransfer = defineDocument({
  ...budgetHead('transfer', 'budget.transfer', 'transfer/list', {
    code: 'budget_transfer',
    form: 'budget_transfer_apply',
    sortIndex: 232,
    hasOwnList: true,
  }),
  name: 'budgetTransfer',
  table: 'budget_transfer',
  number: { prefix: 'BT', reset: 'month' },
  api: '/aps/budget/country/transfer',
  calls: { submit: '/aps/budget/country/transfer/bpm/template-code' },
  changes: ['budgetLine'],
  fields: {
    level: f.choice(['country', 'project'], { required: true }),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    toIdcCode: f.code({ required: true, max: 8 }),
    toAreaId: f.ref(anyArea, { required: true }),
    ...sharedKeyFields,
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
  },
  // A line's source is its budget; its target follows from country, project, business type and product line.
  lines: {
    fromBudgetCode: f.code({ required: true }),
    availableAmount: f.money({ computed: true }),
    amount: f.money({ required: true }),
    countryCode: f.ref(anyCountry, OF_RECEIVER),
    ...lineKeyFields(OF_RECEIVER),
    budgetCode: f.code({ assigned: true }),
    remark: f.text({ max: 200 }),
  },
  lineLimits: { typed: 50, file: 10_000 },
  actions: pushedActions('budget.transfer', 'budget_transfer'),
  ...PUSHED,
  view: {
    title: 'level',
    subject: ['areaId', 'projectPoolCode', PERIOD],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['areaId', 'toAreaId', PERIOD, 'projectPoolCode', 'budgetDeptCode', 'productClass', 'currency'],
      ['reason'],
    ],
    form: [
      'level',
      'areaId',
      'toAreaId',
      'year',
      'month',
      'productClass',
      'budgetDeptCode',
      'projectPoolCode',
      'reason',
    ],
    lines: {
      columns: [
        'fromBudgetCode',
        'availableAmount',
        'amount',
        'countryCode',
        'projectCode',
        'fscId',
        'productLineCode',
        'budgetCode',
        'remark',
      ],
      frozen: ['fromBudgetCode'],
      sum: 'amount',
      card: ['fromBudgetCode', 'countryCode', 'projectCode'],
    },
  },
  list: {
    columns: [
      'no',
      'level',
      'year',
      'month',
      'areaId',
      'toAreaId',
      'projectPoolCode',
      'budgetDeptCode',
      'productClass',
      ...PUSHED_TAIL,
    ],
    filters: [
      'no',
      'level',
      ...PUSHED_FILTERS,
      'toIdcCode',
      'year',
      'month',
      'budgetDeptCode',
      'projectPoolCode',
      'productClass',
      'currency',
      'fromBudgetCode',
      ...LIST_LAST_FILTERS,
    ],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type BudgetTransfer = typeof budgetTransfer
export interface BudgetTransferHeader extends HeaderOf<BudgetTransfer> {}
export interface BudgetTransferLine extends LineOf<BudgetTransfer> {}
export interface BudgetTransferContent extends Content<BudgetTransfer> {}
