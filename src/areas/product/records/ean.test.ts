import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eanCheckDigit, eanRefusals } from './ean.ts'

test('an EAN with a wrong check digit is refused naming the right one', () => {
  expect(eanRefusals('4006381333932', 'eanCode')).toMatchObject([
    { key: 'product.eanCheckDigit', field: 'eanCode', params: { ean: '4006381333932', digit: '1' } },
  ])
  expect(eanRefusals('400638133393', 'eanCode')).toMatchObject([{ key: 'product.eanLength' }])
  expect(eanRefusals('40063813339AB', 'eanCode')).toMatchObject([{ key: 'product.eanLength' }])
  expect(eanRefusals('4006381333931', 'eanCode')).toEqual([])
  expect(eanRefusals(null, 'eanCode')).toEqual([])
})

test('an EAN with one mistyped digit is always refused', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (given, place, by) => {
      const ean = given.join('') + eanCheckDigit(given.join(''))
      const typed = Array.from(ean, (digit, index) => (index === place ? String((Number(digit) + by) % 10) : digit))
      expect(eanRefusals(ean, 'eanCode')).toEqual([])
      expect(eanRefusals(typed.join(''), 'eanCode')).toHaveLength(1)
    }),
  )
})
