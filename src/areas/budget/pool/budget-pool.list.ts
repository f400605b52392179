import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { POOL_AMOUNTS, type PoolAmount } from '../budget-line/line-amounts.ts'

/** A pool's money of a year, and what is left in the budgets below it. */
export interface PoolMoney extends Readonly<Record<PoolAmount, string>> {
  readonly id: string
  readonly projectPoolCode: string
  readonly projectPoolName: string
  readonly areaId: string
  readonly idcCode: string
  readonly year: number
  readonly currency: string
  readonly lineCount: number
  /** Left in country budgets. */
  readonly belowAvailable: string
  readonly belowProjectsAvailable: string
}

const field = (name: string) => `budget.documents.countryBudget.fields.${name}`

/** Pools of an area with headquarters' money of a year and what became of it. */
export const budgetPools = defineList<PoolMoney>({
  name: 'budgetPool',
  path: '/gs/:idc/oversea/aps/budget/pool',
  right: 'budget.pool.view',
  exportRight: 'budget.pool.export',
  title: 'budgetLevels.pools',
  fileTitle: 'budget.menu.poolList',
  emptyHint: 'budgetLevels.noPools',
  columns: [
    { key: 'projectPoolCode', kind: 'code', title: field('projectPoolCode'), isFrozen: true, isSorted: true },
    { key: 'projectPoolName', kind: 'text', title: 'budgetLevels.poolName' },
    {
      key: 'year',
      kind: 'text',
      title: field('year'),
      isCodeInFile: true,
      value: ({ year }) => String(year),
      isSorted: true,
    },
    { key: 'currency', kind: 'text', title: 'budgetLists.currency', isCodeInFile: true },
    ...POOL_AMOUNTS.map((key): ListColumn<PoolMoney> => ({
      key,
      kind: 'amount',
      title: `budgetLists.buckets.${key}`,
      isSum: true,
    })),
    { key: 'below', kind: 'amount', title: 'budgetLevels.below', value: (row) => row.belowAvailable, only: 'page' },
    {
      key: 'belowProjects',
      kind: 'amount',
      title: 'budgetLevels.belowProjects',
      value: (row) => row.belowProjectsAvailable,
      only: 'page',
    },
    { key: 'lineCount', kind: 'text', title: 'budgetLists.lineCount', only: 'page' },
  ],
  filters: [
    { kind: 'choice', name: 'projectPoolCode', title: field('projectPoolCode') },
    { kind: 'number', name: 'year', title: field('year'), range: [2000, 2100] },
    { kind: 'text', name: 'currency', title: field('currency'), isOfCalls: true },
  ],
  sums: { by: ['year', 'currency'] },
})
