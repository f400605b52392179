import { pushedActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { poolReference } from '../references.facade.ts'
import { budgetHead, LIST_LAST_FILTERS, PUSHED, PUSHED_FILTERS, PUSHED_TAIL } from '../shared/budget-document.ts'

/** Pool budget application: headquarters gives the pools of an area their yearly money, adds to it, or takes back what is left. */
export const poolBudget = defineDocument({
  ...budgetHead('pool', 'budget.pool', 'pool/list?view=applications', {
    code: 'budget_pool',
    form: 'budget_pool_apply',
    sortIndex: 235,
    hasOwnList: true,
  }),
  name: 'poolBudget',
  table: 'pool_budget',
  number: { prefix: 'PB', reset: 'month' },
  api: '/aps/budget/pool',
  changes: ['budgetPool'],
  fields: {
    applyType: f.choice(['initialLoad', 'supplement', 'reduce'], { required: true }),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    year: f.integer({ required: true, range: [2000, 2100] }),
    currency: f.code({ required: true, max: 3 }),
    reason: f.text({ required: true, max: 500 }),
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    projectPoolCode: f.ref(poolReference, { required: true }),
    amount: f.money({ required: true }),
    availableAmount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  lineLimits: { typed: 50, file: 50 },
  actions: pushedActions('budget.pool', 'budget_pool'),
  ...PUSHED,
  view: {
    title: 'applyType',
    subject: ['areaId', 'year'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [['areaId', 'year', 'currency'], ['reason']],
    form: ['applyType', 'areaId', 'year', 'reason'],
    lines: {
      columns: ['projectPoolCode', 'amount', 'availableAmount', 'remark'],
      sum: 'amount',
      card: ['projectPoolCode'],
    },
  },
  list: {
    columns: ['no', 'applyType', 'areaId', 'year', 'currency', ...PUSHED_TAIL],
    filters: ['no', 'applyType', ...PUSHED_FILTERS, 'year', 'currency', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type PoolBudget = typeof poolBudget
export interface PoolBudgetHeader extends HeaderOf<PoolBudget> {}
export interface PoolBudgetLine extends LineOf<PoolBudget> {}
export interface PoolBudgetContent extends Content<PoolBudget> {}
