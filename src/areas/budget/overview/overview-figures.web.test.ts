import { describe, expect, it } from 'vitest'
import { amount } from '#kernel/base/money/money.ts'
import { LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'
import { percentOf, shareText, waterfallOf } from './overview-figures.web.ts'

const none = Object.fromEntries(LINE_AMOUNTS.map((name) => [name, '0.00'])) as Record<LineAmount, string>

describe('the waterfall', () => {
  it('the waterfall goes from granted over current to available, and each step begins where the last ended', () => {
    const totals = {
      ...none,
      granted: '1000.00',
      revoked: '100.00',
      current: '900.00',
      executed: '300.00',
      available: '600.00',
    }
    expect(waterfallOf(totals)).toEqual([
      { name: 'granted', kind: 'total', start: 0, length: 100 },
      { name: 'revoked', kind: 'drop', start: 90, length: 10 },
      { name: 'current', kind: 'total', start: 0, length: 90 },
      { name: 'executed', kind: 'drop', start: 60, length: 30 },
      { name: 'available', kind: 'total', start: 0, length: 60 },
    ])
  })

  it('the waterfall has room for amounts that came in beside the grants', () => {
    const totals = { ...none, granted: '50.00', transferredIn: '150.00', current: '200.00', available: '200.00' }
    expect(waterfallOf(totals)[1]).toEqual({ name: 'transferredIn', kind: 'rise', start: 25, length: 75 })
  })

  it('the waterfall stays within its board where a budget is overdrawn or empty', () => {
    const totals = { ...none, granted: '10.00', current: '10.00', committed: '15.00', available: '-5.00' }
    expect(waterfallOf(totals).every(({ start, length }) => start >= 0 && start + length <= 100)).toBe(true)
    expect(waterfallOf(none).every(({ length }) => length === 0)).toBe(true)
  })
})

describe('a share of the plan', () => {
  it('a share of the plan is a percentage, and a slash without a plan', () => {
    expect(shareText(amount('1.00'), amount('3.00'))).toBe('33%')
    expect(shareText(amount('4.00'), amount('3.00'))).toBe('133%')
    expect(shareText(amount('4.00'), amount('0.00'))).toBe('/')
    expect(percentOf(amount('4.00'), amount('3.00'))).toBe(100)
  })
})
