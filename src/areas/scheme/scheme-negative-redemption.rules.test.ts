import { expect, it } from 'vitest'
import { amount, amountText } from '#kernel/money/money.ts'
import { owedOf, recoveryOf, type SettledLine } from './scheme-negative-redemption.rules.ts'

const settled = (expired: string, taken: string): SettledLine => ({
  key: 'SE1/1',
  documentId: '7',
  fundingNo: 1,
  customerCode: 'C1',
  operatingUnitCode: 'OU1',
  amount: amount('600'),
  recovered: amount('0'),
  asked: amount('0'),
  askedDevices: [],
  devices: 0,
  paidForDevices: amount('0'),
  expired: amount(expired),
  taken: amount(taken),
})

const owed = (asked: string, expired: string, taken = '0') => amountText(owedOf(asked, settled(expired, taken)))

it('a customer owes of what is taken back what he had, and not what ended before he spent it', () => {
  expect(owed('250', '0')).toBe('250.00')
  expect(owed('250', '600')).toBe('0.00')
  // 200 were spent: these he had.
  expect(owed('250', '400')).toBe('200.00')
  expect(owed('350', '400', '200')).toBe('0.00')
  // 250 were taken of the rebate while it was there, and the rest ended.
  expect(owed('350', '350', '250')).toBe('0.00')
  expect(owed('100', '600', '150')).toBe('0.00')
})

it('what is owed comes of the rebate that is frozen, and the rest by a debit note', () => {
  const lines = [{ settledLine: 'SE1/1', amount: '250' }]
  const split = (frozen: string, expired: string) =>
    recoveryOf(lines, [{ line: 1, amount: amount(frozen) }], {
      settled: new Map([['SE1/1', settled(expired, '0')]]),
    }).map(({ rebate, note }) => [amountText(rebate), amountText(note)])
  expect(split('250', '0')).toEqual([['250.00', '0.00']])
  expect(split('100', '0')).toEqual([['100.00', '150.00']])
  // It ended while the document was in approval: what is frozen beyond goes back.
  expect(split('250', '400')).toEqual([['200.00', '0.00']])
})
