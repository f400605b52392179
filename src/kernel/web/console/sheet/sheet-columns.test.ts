import { describe, expect, test } from 'vitest'
import { pastedValue, type SheetColumn } from './sheet-columns.ts'

const base = { key: 'amount', title: 'Amount', width: 100 }
const amount: SheetColumn = { ...base, kind: 'amount', currency: 'INR' }
const price: SheetColumn = {
  ...base,
  kind: 'decimal',
  currency: 'INR',
  field: { kind: 'decimal', required: false, exact: { digits: 4, min: '0', max: '100', unit: '%' } },
}

describe('a number in a cell of a sheet', () => {
  test.each([
    ['2,50,000.00', '250000.00'],
    ['₹ 75,000', '75000'],
    ['２，５００', '2500'],
    ['INR 1,000', '1000'],
  ])('%s is taken as the amount %s', (typed, value) => {
    expect(pastedValue(amount, typed, {})).toBe(value)
  })

  test.each(['1,5', 'USD 75,000', '10²', 'about 5'])('%s stays as it was written, to be refused', (typed) => {
    expect(pastedValue(amount, typed, {})).toBe(typed)
  })

  test('a rate is taken with its percent sign', () => {
    expect(pastedValue(price, '12.5 %', {})).toBe('12.5')
  })
})
