import { expect, test } from 'vitest'
import { amount, amountText, zero } from '#kernel/base/money/money.ts'
import { calculate, type Counts, type Formula, periodDays } from './calculation.rules.ts'
import { periodsOf } from '../execution/claim-periods.ts'

const counts = (period: number, whole: number, paid: string | null = null, all: string | null = null): Counts => ({
  period: { units: period, amount: paid === null ? null : amount(paid) },
  whole: { units: whole, amount: all === null ? null : amount(all) },
})

const formula = (more: Partial<Formula>): Formula => ({
  basis: 'sellIn',
  unitAmount: null,
  ratePercent: null,
  ladderKind: null,
  ladder: null,
  ...more,
})

const net = (of: Partial<Formula>, counted: Counts | null, settled = '0', claimed: number | null = null) => {
  const found = calculate(formula(of), counted, amount(settled), claimed)
  return found && amountText(found.calculated)
}

test('a unit amount is multiplied by the units of the period and a rate by its sales', () => {
  expect(net({ unitAmount: '2.50' }, counts(12, 40))).toBe('30.00')
  expect(net({ ratePercent: '2.5000' }, counts(12, 40, '1000.10'))).toBe('25.00')
  expect(net({ ratePercent: '2.5000' }, counts(12, 40))).toBeNull()
})

test('named devices of a claim replace the counted units', () => {
  expect(net({ unitAmount: '20.00', basis: 'sellOut' }, counts(0, 0), '0', 3)).toBe('60.00')
})

test('a reached tier pays for all units, less what earlier periods settled', () => {
  const ladder = '0-100:1.00;100-500:2.00;500-:3.00'
  expect(net({ ladder }, counts(80, 80))).toBe('80.00')
  expect(net({ ladder }, counts(20, 100), '80')).toBe('120.00')
  expect(net({ ladder }, counts(399, 499), '200')).toBe('798.00')
  expect(net({ ladder }, counts(1, 500), '998')).toBe('502.00')
})

test('a ladder of percentages pays the reached percentage on the whole sales', () => {
  const of = { ladderKind: 'percent', ladder: '0-1000:1.0000;1000-:2.5000' } as const
  expect(net(of, counts(1, 9, '10', '999.99'))).toBe('10.00')
  expect(net(of, counts(1, 9, '10', '1000.00'), '10')).toBe('15.00')
  expect(net(of, counts(1, 9))).toBeNull()
})

test('a calculation never goes below zero for returns or overpaid periods', () => {
  expect(net({ unitAmount: '2.50' }, counts(-3, 0))).toBe('0.00')
  expect(net({ ladder: '0-:1.00' }, counts(0, 10), '25')).toBe('0.00')
})

test('stock is counted on the scheme’s day, whichever period claims it', () => {
  expect(net({ basis: 'stock', unitAmount: '15.00' }, counts(40, 40), '300')).toBe('300.00')
})

test('a fixed sum is not calculated', () => {
  expect(net({ basis: 'fixed' }, counts(0, 0))).toBeNull()
  expect(calculate(formula({ ratePercent: '1' }), null, zero, null)).toBeNull()
})

test('a settlement period is calendar days within the scheme', () => {
  const days = { startDate: '2026-10-15', endDate: '2027-01-20' }
  expect(periodDays('2026-10', days)).toEqual({ first: '2026-10-15', last: '2026-10-31' })
  expect(periodDays('2026-Q4', days)).toEqual({ first: '2026-10-15', last: '2026-12-31' })
  expect(periodDays('whole', days)).toEqual({ first: '2026-10-15', last: '2027-01-20' })
  expect(['2026-13', '2026-Q5', 'x', ''].map((each) => periodDays(each, days))).toEqual([null, null, null, null])
  expect(periodsOf({ settlementPeriod: 'quarter', ...days })).toEqual(['2026-Q4', '2027-Q1'])
  expect(periodsOf({ settlementPeriod: 'month', ...days })).toEqual(['2026-10', '2026-11', '2026-12', '2027-01'])
})
