import { describe, expect, it } from 'vitest'
import { amount } from '#kernel/base/money/money.ts'
import type { PoolBudgetContent, PoolBudgetHeader } from './pool-budget.doc.ts'
import { checkPoolBudget, type PoolBudgetFacts } from './pool-budget.rules.ts'

const HEADER: PoolBudgetHeader = {
  applyType: 'supplement',
  idcCode: 'IN',
  areaId: 2,
  year: 2026,
  currency: 'INR',
  reason: 'r',
  totalAmount: null,
}
const line = (projectPoolCode: string, asked = '10.00') => ({
  projectPoolCode,
  amount: asked,
  availableAmount: null,
  remark: null,
})
const content = (header: Partial<PoolBudgetHeader>, ...lines: PoolBudgetContent['lines'][number][]) => ({
  header: { ...HEADER, ...header },
  lines,
})
const FACTS: PoolBudgetFacts = {
  area: { areaId: 2, scopeId: 200, idcCode: 'IN', currency: 'INR', period: 'open', pools: ['A', 'B', 'C'] },
  pools: [
    { code: 'A', account: '1', available: amount('10.00'), isLoaded: true },
    // It received a transfer before headquarters loaded anything.
    { code: 'B', account: '2', available: amount('4.00'), isLoaded: false },
  ],
  source: null,
  asked: [],
}
const keys = (of: PoolBudgetContent, facts: Partial<PoolBudgetFacts> = {}) =>
  checkPoolBudget(of, { ...FACTS, ...facts }).map(({ key, field, row }) => [key, field, row])

describe('an application for a pool', () => {
  it('an application for a pool is refused for a pool of another area or one named twice', () => {
    expect(keys(content({}, line('X')))).toEqual([['budget.poolNotOfArea', 'projectPoolCode', 0]])
    expect(keys(content({}, line('A'), line('A')))).toEqual([['budget.duplicatePool', 'projectPoolCode', 1]])
    expect(keys(content({ idcCode: 'ID' }, line('A')))).toEqual([['budget.areaMismatch', 'areaId', undefined]])
    expect(keys(content({ currency: 'USD' }, line('A')))).toEqual([['budget.currencyNotOfArea', 'currency', undefined]])
  })

  it('an application for a pool starts with an initial load, and later ones are supplements', () => {
    const load = { applyType: 'initialLoad' } as const
    expect(keys(content(load, line('A')))).toEqual([['budget.poolLoaded', 'projectPoolCode', 0]])
    expect(keys(content(load, line('B'), line('C')))).toEqual([])
    expect(keys(content({}, line('B'), line('C'), line('A')))).toEqual([
      ['budget.poolNotFunded', 'projectPoolCode', 0],
      ['budget.poolNotFunded', 'projectPoolCode', 1],
    ])
  })

  it('a reduction of a pool is limited to its available amount', () => {
    const reduce = { applyType: 'reduce' } as const
    expect(keys(content(reduce, line('A'), line('B', '4.00')))).toEqual([])
    expect(keys(content(reduce, line('A', '10.01')))).toEqual([['budget.exceedsLine', 'amount', 0]])
    expect(keys(content(reduce, line('C', '1.00')))).toEqual([['budget.poolNotFunded', 'projectPoolCode', 0]])
  })
})
