import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imeiCheckDigit, readDeviceNumber, splitDeviceNumbers } from './imei.ts'

const fourteen = fc.stringMatching(/^[0-9]{14}$/)

describe('the check digit of an IMEI', () => {
  test('the check digit of an IMEI is that of the standard’s example', () => {
    expect(imeiCheckDigit('49015420323751')).toBe('8')
    expect(readDeviceNumber('490154203237518')).toEqual({ kind: 'imei', number: '490154203237518' })
  })

  test('an IMEI with one wrong digit is refused, and the fitting check digit named', () => {
    fc.assert(
      fc.property(fourteen, fc.nat(14), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
        const imei = digits + imeiCheckDigit(digits)
        const wrong = imei.slice(0, at) + ((Number(imei[at]) + by) % 10) + imei.slice(at + 1)
        expect(readDeviceNumber(wrong)).toEqual({
          kind: 'fault',
          number: wrong,
          fault: 'checkDigit',
          digit: imeiCheckDigit(wrong.slice(0, 14)),
        })
      }),
    )
  })

  test('an IMEI with two swapped neighbours is refused, except 0 and 9', () => {
    fc.assert(
      fc.property(fourteen, fc.nat(13), (digits, at) => {
        const imei = digits + imeiCheckDigit(digits)
        const [one = '', other = ''] = [imei[at], imei[at + 1]]
        fc.pre(one !== other && new Set([one, other]).size === 2 && !(one + other === '09' || one + other === '90'))
        expect(readDeviceNumber(imei.slice(0, at) + other + one + imei.slice(at + 2)).kind).toBe('fault')
      }),
    )
  })
})

describe('a typed device number', () => {
  test.each([
    ['35693803564380', 'length'],
    ['3569380356438091', 'imeisv'],
    ['356938035643809000', 'length'],
    ['', 'characters'],
    ['3.56938E+14', 'characters'],
    ['356938E14', 'characters'],
    ['356-938-035643809', 'characters'],
    ['３５６９３８０３５６４３８０９', 'characters'],
    ["356938035643809'--", 'characters'],
    ['=HYPERLINK("x")', 'characters'],
    ['SN12', 'characters'],
    ['S'.repeat(21), 'characters'],
    ['356938035643808', 'checkDigit'],
  ])('a typed device number is refused: %s: %s', (given, fault) => {
    expect(readDeviceNumber(given)).toMatchObject({ kind: 'fault', fault })
  })

  test('a typed serial number contains a letter and ignores case', () => {
    expect(readDeviceNumber(' r58m12abcde ')).toEqual({ kind: 'sn', number: 'R58M12ABCDE' })
  })

  test('typed device numbers are separated by any white space, each counted once', () => {
    expect(splitDeviceNumbers(' 1 2\t3\n4\u30005\u00a06  2 ')).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(splitDeviceNumbers('   ')).toEqual([])
  })
})
