import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayAfter } from '#kernel/base/clock/day.ts'
import {
  barsOn,
  daysBetween,
  daysOfPeriod,
  isoWeek,
  lanesOf,
  MOST_DAYS,
  otherPeriod,
  periodOf,
  CALENDAR_VIEWS,
} from './calendar.rules.ts'

it('a month is its whole weeks from Monday on, a quarter and a year are their months', () => {
  const month = periodOf('month', '2026-11-18')
  expect(month.start).toBe('2026-11-01')
  expect(month.strips.map(({ from }) => from)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(daysOfPeriod(month)).toEqual({ from: '2026-10-26', to: '2026-12-06' })
  const quarter = periodOf('quarter', '2026-11-18')
  expect(quarter.strips.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-30'],
    ['2026-12-01', '2026-12-31'],
  ])
  expect(daysOfPeriod(periodOf('year', '2028-02-29'))).toEqual({ from: '2028-01-01', to: '2028-12-31' })
})

it('the next and the previous period follow without a gap, and none is longer than a look takes', () => {
  const days = fc.date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom(...CALENDAR_VIEWS), (at, view) => {
      const day = at.toISOString().slice(0, 10)
      const period = periodOf(view, day)
      const { from, to } = daysOfPeriod(period)
      expect(from <= day && day <= to).toBe(true)
      expect(daysBetween(from, to)).toBeLessThan(MOST_DAYS)
      const next = periodOf(view, otherPeriod(period, 1))
      expect(otherPeriod(next, -1)).toBe(period.start)
      if (view !== 'month') expect(daysOfPeriod(next).from).toBe(dayAfter(to))
    }),
  )
})

it('a price lies on each strip that it touches, cut at its edges, and prices that meet have lanes of their own', () => {
  const prices = [
    { effectiveFrom: '2026-10-30', effectiveTo: '2026-11-03' },
    { effectiveFrom: '2026-11-04', effectiveTo: null },
    { effectiveFrom: '2026-11-03', effectiveTo: '2026-11-10' },
  ]
  const lanes = lanesOf(prices)
  expect(lanes).toEqual([0, 0, 1])
  const [first, second] = periodOf('month', '2026-11-18').strips
  expect(barsOn(first!, prices, lanes)).toEqual([
    { price: prices[0], lane: 0, left: (4 * 100) / 7, width: (3 * 100) / 7, isBegun: true, isEnded: false },
  ])
  expect(barsOn(second!, prices, lanes).map(({ lane, isBegun, isEnded }) => [lane, isBegun, isEnded])).toEqual([
    [0, false, true],
    [0, true, false],
    [1, true, false],
  ])
})

it('weeks are numbered as ISO 8601 counts them, over the ends of years', () => {
  const numbers = ['2026-11-30', '2026-12-28', '2027-01-04', '2024-12-30', '2021-01-04'].map(isoWeek)
  expect(numbers).toEqual([49, 53, 1, 1, 1])
})
