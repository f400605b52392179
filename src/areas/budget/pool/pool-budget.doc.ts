import { APPROVAL_STATES, postingActions, retryAction } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { budgetPlace } from '../budget.documents.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { poolReference } from '../references.facade.ts'

/**
 * Pool budget application: headquarters gives the pools of an area their yearly money, adds to it, or takes back what
 * is left.
 */
export const poolBudget = defineDocument({
  name: 'poolBudget',
  area: 'budget',
  table: 'pool_budget',
  number: { prefix: 'PB', reset: 'month' },
  api: '/aps/budget/pool',
  pages: { ...pagesOf(budgetPlace('pool')), list: '/budget/pc/pool/list?view=applications' },
  viewRight: 'budget.pool.view',
  exportRight: 'budget.pool.export',
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
  attachments: { max: 10 },
  states: APPROVAL_STATES,
  initial: 'draft',
  actions: {
    ...postingActions({ submit: 'budget.pool.submit', approve: 'budget.pool.approve' }, 'budget_pool'),
    retry: retryAction('budget.pool.retry'),
  },
  effects: { financePush: { after: 'approve', target: 'finance' } },
  reserve: { target: 'finance' },
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
    columns: [
      'no',
      'applyType',
      'areaId',
      'year',
      'currency',
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
      'state',
      'reserveStatus',
      'pushStatus',
      'idcCode',
      'year',
      'currency',
      'drafter',
      'createdFrom',
      'createdTo',
    ],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type PoolBudget = typeof poolBudget
export interface PoolBudgetHeader extends HeaderOf<PoolBudget> {}
export interface PoolBudgetLine extends LineOf<PoolBudget> {}
export interface PoolBudgetContent extends Content<PoolBudget> {}
