import { expect, it } from 'vitest'
import { amount } from './money.ts'
import { percentOf } from './percent.ts'

it.each([
  ['1.00', '3.00', '33.33'],
  ['2.00', '3.00', '66.67'],
  ['-1.00', '3.00', '-33.33'],
  ['1.00', '800.00', '0.13'],
  ['-1.00', '800.00', '-0.13'],
  // One rounding: 12.344996 is not rounded to 12.345 first.
  ['12.344996', '100.00', '12.34'],
  ['999999999999999999.99', '0.01', '9999999999999999999900.00'],
])('%s of %s is %s percent', (part, whole, percent) => {
  expect(percentOf(amount(part), whole).toFixed(2)).toBe(percent)
})

it('a share is what dividing to twenty decimals and rounding gives', () => {
  for (let n = 1; n < 3000; n += 7) {
    const [part, whole] = [amount(`${14_000 - 5 * n}.37`), amount(`${n}.${10 + (n % 90)}`)]
    expect(percentOf(part, whole).toFixed(2)).toBe(part.times(100).div(whole).round(2).toFixed(2))
  }
})

it('a percentage that is divided further keeps twenty decimals', () => {
  expect(percentOf(amount('1'), '4').div(3).toString()).toBe('8.33333333333333333333')
})
