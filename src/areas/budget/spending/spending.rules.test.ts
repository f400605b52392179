import { describe, expect, it } from 'vitest'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { spendableBudget } from '#test/helpers/scheme/scheme-facts.ts'
import { checkSpending, fundingOf, type SpendableBudget, type Spending } from './spending.rules.ts'

const BUDGET = spendableBudget({
  account: '7',
  budgetCode: 'BL1',
  rate: { rate: '1', type: 'same', date: '' },
  current: amount('1000'),
  available: amount('100'),
})
const OTHER = { ...BUDGET, account: '8', budgetCode: 'BL2' }
const SPENDING: Spending = {
  currency: 'INR',
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  lines: [{ budgetCode: 'BL1', amount: '10.00' }],
}
const lines = (...amounts: readonly string[]) => ({
  lines: amounts.map((each) => ({ budgetCode: 'BL1', amount: each })),
})

function check(spending: Partial<Spending>, ...budgets: readonly Partial<SpendableBudget>[]) {
  const known = budgets.length > 0 ? budgets.map((budget) => ({ ...BUDGET, ...budget })) : [BUDGET]
  const { refusals, warnings } = checkSpending({ ...SPENDING, ...spending }, known)
  const keys = (all: typeof refusals) => all.map(({ key, row }) => [key.replace('budget.', ''), row])
  return { refusals: keys(refusals), warnings: keys(warnings) }
}

describe('refused spending', () => {
  it.each([
    ['from a budget that is not there', { lines: [{ budgetCode: 'BL9', amount: '1' }] }, {}, 'budgetUnknown'],
    ['from one that no money came to', {}, { isOpen: false }, 'budgetNotOpen'],
    ['of a month in closing', {}, { period: 'closing' }, 'periodClosed'],
    ['of a closed month', {}, { period: 'closed' }, 'periodClosed'],
    ['before it is valid', {}, { validFrom: '2026-11-02' }, 'notValid'],
    ['on the day that it ends', {}, { validTo: '2026-11-30' }, 'notValid'],
    ['without a rate', {}, { rate: null }, 'rateMissing'],
    ['beyond what is available', lines('100.01'), {}, 'exceedsLine'],
    ['in parts that are beyond it together', lines('60', '40.01'), {}, 'exceedsLine'],
    ['beyond its tolerance', lines('150.01'), { tolerance: '5.00' }, 'exceedsLine'],
    [
      'beyond the tolerance of a budget of nothing',
      lines('1'),
      { tolerance: '50.00', current: amount('-5'), available: amount('-5') },
      'exceedsLine',
    ],
    [
      'of less than a rupee',
      lines('0.01'),
      { currency: 'KHR', minorDigits: 0, rate: { rate: '40', type: 'budget', date: '2026-01-01' } },
      'amountTooSmall',
    ],
  ] as const)('spending is refused: %s', (_name, spending, budget, reason) => {
    const found = check(spending, budget as Partial<SpendableBudget>)
    expect(found.refusals.map(([key]) => key)).toEqual([reason])
    expect(found.warnings).toEqual([])
  })

  it('spending is refused from budgets of different pools, classes or areas (B7)', () => {
    const two = { lines: [...SPENDING.lines, { budgetCode: 'BL2', amount: '1' }] }
    expect(check(two, BUDGET, { ...OTHER, projectPoolCode: 'POOL-B' }).refusals).toEqual([['mixedBudgets', 1]])
    expect(check(two, BUDGET, { ...OTHER, productClass: 'iot' }).refusals).toEqual([['mixedBudgets', 1]])
    expect(check(two, BUDGET, { ...OTHER, areaId: 3 }).refusals).toEqual([['mixedBudgets', 1]])
    expect(check(two, BUDGET, OTHER).refusals).toEqual([])
  })
})

describe('permitted spending', () => {
  it('spending may take all that is available, also on the last valid day', () => {
    const budget = { validFrom: '2026-11-01', validTo: '2026-12-01' }
    expect(check(lines('100'), budget)).toEqual({ refusals: [], warnings: [] })
  })

  it('spending passes with a warning within the tolerance and beyond an advisory control', () => {
    expect(check(lines('100', '50'), { tolerance: '5.00' })).toEqual({
      refusals: [],
      warnings: [['withinTolerance', 1]],
    })
    expect(check(lines('5000'), { mode: 'advisory' })).toEqual({ refusals: [], warnings: [['beyondAdvisory', 0]] })
  })

  it('spending from a tracking budget passes without a warning', () => {
    expect(check(lines('5000'), { mode: 'tracking' })).toEqual({ refusals: [], warnings: [] })
  })
})

describe('amounts in another currency', () => {
  const funded = (rate: string, minorDigits: number, ...amounts: readonly string[]) =>
    fundingOf({ ...SPENDING, ...lines(...amounts), currency: 'USD' }, [
      { ...BUDGET, minorDigits, rate: { rate, type: 'budget', date: '2026-01-01' } },
    ]).map((share) => share && amountText(share.amount))

  it('amounts in another currency are rounded half up, and the last line takes the rest', () => {
    expect(funded('84.5', 2, '0.01', '10')).toEqual(['0.85', '845.00'])
    expect(funded('0.333333', 2, '100', '100', '100')).toEqual(['33.33', '33.33', '33.34'])
    expect(funded('16200.5', 0, '1', '1')).toEqual(['16201.00', '16200.00'])
  })

  it('amounts in another currency are never less than the smallest unit', () => {
    expect(funded('0.5', 2, ...Array.from({ length: 6 }, () => '0.01'))).toEqual(
      Array.from({ length: 6 }, () => '0.01'),
    )
    expect(funded('0.5', 2, '0.03', '0.03', '0.03', '0.01')).toEqual(['0.02', '0.01', '0.01', '0.01'])
  })
})
