import { describe, expect, it } from 'vitest'
import { formatExact } from './exact-text.ts'
import { readExact } from './exact.ts'

const PERCENT = { digits: 4, min: '0', max: '100' }

describe('an exact number', () => {
  it.each([
    ['', 'notAmount'],
    ['1.', 'notAmount'],
    ['.5', 'notAmount'],
    ['+1', 'notAmount'],
    ['1e2', 'notAmount'],
    ['0x10', 'notAmount'],
    ['1,000', 'notAmount'],
    ['Infinity', 'notAmount'],
    ['1.00001', 'moreDecimals'],
    ['100.01', 'outOfRange'],
    ['-0.0001', 'outOfRange'],
  ])('an exact number %j is refused: %s', (text, problem) => expect(readExact(text, PERCENT)).toBe(problem))

  it.each([
    ['0', '0.0000'],
    ['-0', '0.0000'],
    ['007', '7.0000'],
    [' 12.50000 ', '12.5000'],
    ['100', '100.0000'],
  ])('an exact number %j is read as %s', (text, wire) => expect(readExact(text, PERCENT)).toEqual({ text: wire }))

  it('an exact number keeps digits that no float could', () => {
    const wide = { digits: 4, min: '0', max: '9999999999999999' }
    expect(readExact('9007199254740993.0001', wide)).toEqual({ text: '9007199254740993.0001' })
    expect(formatExact('9007199254740993.0001', 4)).toBe('9,007,199,254,740,993.0001')
  })

  it.each([
    ['2.5000', 4, '2.50'],
    ['2.5125', 4, '2.5125'],
    ['-1234.0000', 4, '-1,234.00'],
    ['7', 0, '7'],
    ['7.5', 1, '7.5'],
    ['as typed', 4, 'as typed'],
    ['007.10', 4, '7.10'],
    ['0.0001', 4, '0.0001'],
    ['', 4, ''],
  ])('an exact number %j of %i decimals is shown as %s', (text, digits, shown) =>
    expect(formatExact(text, digits)).toBe(shown),
  )
})
