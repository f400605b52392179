import { expect, it } from 'vitest'
import { twoEnds } from './two-ends.ts'

it('a long text ends with its last words, as many as fit', () => {
  expect(twoEnds('S0101 / Channel incentive-Sales rebate-Sell-in rebate')).toEqual([
    'S0101 / Channel incentive-Sales rebate-',
    'Sell-in rebate',
  ])
  expect(twoEnds('S0702 / Marketing-Joint marketing-Online platform')[1]).toBe('Online platform')
  expect(twoEnds('S0101 / 渠道激励-销售返利-提货返利')[1]).toBe('提货返利')
})

it('a text without gaps ends with its last letters, and a short one stays whole', () => {
  expect(twoEnds(`PJ${'x'.repeat(40)}0123456789ab`)[1]).toBe('0123456789ab')
  expect(twoEnds('BD10 / After-sales Service')).toEqual(['BD10 / After-sales Service', ''])
  expect(twoEnds('')).toEqual(['', ''])
})
