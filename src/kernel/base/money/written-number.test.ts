import { describe, expect, test } from 'vitest'
import { plainNumber } from './written-number.ts'

describe('a number as people write it', () => {
  test.each([
    ['250000', '250000'],
    ['2,50,000.00', '250000.00'],
    ['250,000.00', '250000.00'],
    ['12,34,56,789', '123456789'],
    ['1 234 567.5', '1234567.5'],
    ['1\u00a0234\u202f567', '1234567'],
    ["1'234'567.50", '1234567.50'],
    ['1.250.000', '1250000'],
    ['1.234,56', '1234.56'],
    ['２５０，０００．５０', '250000.50'],
    ['-12.5', '-12.5'],
    ['\u221212.5', '-12.5'],
    ['(1,234.50)', '-1234.50'],
    ['1,234.50-', '-1234.50'],
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
  ])('%s is read as %s', (written, plain) => {
    expect(plainNumber(written)).toBe(plain)
  })

  test.each([
    ['₹ 75,000', 'INR', '75000'],
    ['Rs. 75,000/-', 'INR', '75000'],
    ['INR75,000', 'INR', '75000'],
    ['75,000 inr', 'INR', '75000'],
    ['-₹2,50,000', 'INR', '-250000'],
    ['₹-2,50,000', 'INR', '-250000'],
    ['(₹ 75,000)', 'INR', '-75000'],
    ['Rp 1.250.000', 'IDR', '1250000'],
    ['￥1,000', 'CNY', '1000'],
    ['1000元', 'CNY', '1000'],
    ['৳500', 'BDT', '500'],
    ['12.5 %', '%', '12.5'],
    ['１２％', '%', '12'],
  ])('%s in %s is read as %s', (written, unit, plain) => {
    expect(plainNumber(written, unit)).toBe(plain)
  })

  test('a single point is the decimal point and a single comma with three digits separates thousands', () => {
    expect(plainNumber('1.234')).toBe('1.234')
    expect(plainNumber('1,234')).toBe('1234')
  })

  test.each([
    '1,5',
    '12,34',
    '0,125',
    '1,234,56',
    '1.23.456',
    '10²',
    '½',
    '1e5',
    '--5',
    '(-5)',
    '(5',
    '5)',
    '',
    'abc',
    '1 2',
  ])('%s is no number, because it could mean two', (written) => {
    expect(plainNumber(written, 'INR')).toBe(null)
  })

  test('an amount that names another currency is not read as one of the expected currency', () => {
    expect(plainNumber('USD 75,000', 'INR')).toBe(null)
    expect(plainNumber('$75,000', 'INR')).toBe(null)
    expect(plainNumber('₹75,000')).toBe(null)
  })
})
