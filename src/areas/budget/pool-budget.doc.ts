import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/definition/definition.ts'
import { f } from '#kernel/definition/fields.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { poolReference } from './references.facade.ts'

/** Pool budget application: headquarters gives the pools of an area their money of a year, adds to it, or takes back what is left. */
export const poolBudget = defineDocument({
  name: 'poolBudget',
  area: 'budget',
  table: 'pool_budget',
  number: { prefix: 'PB', reset: 'month' },
  api: '/aps/budget/pool',
  pages: {
    pc: '/budget/pc/pool/apply?type=view',
    mobile: '/budget/mobile/pool/apply?type=view',
    list: '/budget/pc/pool/list?view=applications',
    edit: '/budget/pc/pool/apply?type=edit',
    mobileEdit: '/budget/mobile/pool/apply?type=edit',
  },
  viewRight: 'budget.pool.view',
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
  states: { draft: 'grey', underApproval: 'blue', approved: 'green', rejected: 'red', cancelled: 'grey' },
  initial: 'draft',
  actions: {
    save: {
      from: ['draft', 'rejected'],
      to: 'draft',
      by: 'drafter',
      right: 'budget.pool.submit',
      content: 'draft',
      needs: ['idcCode', 'areaId'],
    },
    delete: { from: ['draft'], to: 'draft', by: 'drafter', right: 'budget.pool.submit', removes: true, bulk: true },
    submit: {
      from: ['draft', 'rejected'],
      to: 'underApproval',
      by: 'drafter',
      right: 'budget.pool.submit',
      content: 'submitted',
      approval: 'budget_pool',
      posts: true,
    },
    approve: { from: ['underApproval'], to: 'approved', by: 'approval', right: 'budget.pool.approve', posts: true },
    reject: { from: ['underApproval'], to: 'rejected', by: 'approval', right: 'budget.pool.approve', posts: true },
    return: { from: ['underApproval'], to: 'rejected', by: 'approval', right: 'budget.pool.approve', posts: true },
    terminate: { from: ['underApproval'], to: 'cancelled', by: 'approval', right: 'approval.administer', posts: true },
    withdraw: { from: ['underApproval'], to: 'draft', by: 'drafter', right: 'budget.pool.submit', posts: true },
    retry: { from: ['approved'], to: 'approved', by: 'operator', right: 'budget.pool.retry', retries: true },
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
