import { expect, it } from 'vitest'
import { twoEnds } from './two-ends.ts'

const TYPE = { width: 220, endTells: true }

it('a long text ends with its last words, as many as fit', () => {
  expect(twoEnds('S0101 / Channel incentive-Sales rebate-Sell-in rebate', TYPE)).toEqual([
    'S0101 / Channel incentive-Sales rebate-',
    'Sell-in rebate',
  ])
  expect(twoEnds('S0702 / Marketing-Joint marketing-Online platform', TYPE)[1]).toBe('Online platform')
  expect(twoEnds('S0101 / 渠道激励-销售返利-提货返利', TYPE)[1]).toBe('提货返利')
})

it('a Chinese title keeps its whole month at its end', () => {
  const title = '国家间预算调拨，印度，渠道发展项目池，新品上市项目池，2026-11'
  expect(twoEnds(title, { width: 320, endTells: true })[1]).toBe('2026-11')
})

it('a text without gaps ends with its last letters, and a short one stays whole', () => {
  expect(twoEnds(`PJ${'x'.repeat(40)}0123456789ab`, { width: 180 })[1]).toBe('0123456789ab')
  expect(twoEnds('BD10 / After-sales Service', { width: 180 })).toEqual(['BD10 / After-sales Service', ''])
  expect(twoEnds('', { width: 180 })).toEqual(['', ''])
})

it('a cell shows the end of a long name only where its code and beginning fit as well', () => {
  const customer = 'C-IN-0001 / Sunrise Distribution Private Limited'
  expect(twoEnds(customer, { width: 180 })).toEqual([customer, ''])
  expect(twoEnds(customer, { width: 300 })[1]).toBe('Private Limited')
  const project = 'PJ-IN-01 / 印度渠道拓展项目二零二六年度计划'
  expect(twoEnds(project, { width: 180 })).toEqual([project, ''])
})
