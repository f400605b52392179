import { describe, expect, it } from 'vitest'
import {
  fromOf,
  pastedRows,
  rowsOf,
  settledNumber,
  textOfRows,
  typedNumber,
  withoutTier,
  withTier,
} from './tier-rows.ts'

const rows = rowsOf('0-100:2.00;100-500:3.50;500-:5.00')

describe('the tier editor', () => {
  it('a tier begins where the previous one ends', () => {
    expect(rows.map((_, at) => fromOf(rows, at))).toEqual(['0', '100', '500'])
    const moved = rows.map((row, at) => (at === 0 ? { ...row, below: '120' } : row))
    expect(textOfRows(moved)).toBe('0-120:2.00;120-500:3.50;500-:5.00')
  })

  it('tiers that are half filled in stay as they were typed', () => {
    const half = withTier(rowsOf('0-:2'))
    expect(textOfRows(half)).toBe('0-:2;-:')
    expect(rowsOf(textOfRows(half))).toEqual(half)
    expect(textOfRows(rowsOf('0-x:y'))).toBe('0-x:y')
    expect(textOfRows(rowsOf(''))).toBe('')
    expect(textOfRows(rowsOf('what is this'))).toBe('')
  })

  it('removing a tier joins its neighbours', () => {
    expect(textOfRows(withoutTier(rows, 1))).toBe('0-500:2.00;500-:5.00')
    expect(textOfRows(withoutTier(rows, 0))).toBe('0-500:3.50;500-:5.00')
    expect(textOfRows(withoutTier(rows, 2))).toBe('0-100:2.00;100-:3.50')
    expect(textOfRows(withoutTier(rowsOf('0-:2'), 0))).toBe('')
  })

  it('tiers are pasted from a spreadsheet, and a single number is not taken for tiers', () => {
    expect(textOfRows(pastedRows('0\t100\t2\n100\t\t3') ?? [])).toBe('0-100:2;100-:3')
    expect(pastedRows('100')).toBeNull()
  })

  it('a number of a tier is read as people write it once it is left, and a decimal comma stays for the server to refuse', () => {
    expect(typedNumber('1,5;:')).toBe('1,5')
    expect(settledNumber('1,00,000 ')).toBe('100000')
    expect(settledNumber('1,5')).toBe('1,5')
    expect(textOfRows(pastedRows('0\t1,00,000\t2\n1,00,000\t\t3') ?? [])).toBe('0-100000:2;100000-:3')
  })
})
