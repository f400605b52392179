import { describe, expect, it } from 'vitest'
import { dayAfter, readDayText } from './day.ts'

describe('a written day', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-1-5', '2026-01-05'],
    ['2026/1/5', '2026-01-05'],
    [' 2028.02.29 ', '2028-02-29'],
    ['2026年1月5日', '2026-01-05'],
    ['2026-02-29', null],
    ['3/4/2026', null],
    ['2026-1/5', null],
    ['20260105', '2026-01-05'],
    ['30.11.2026', '2026-11-30'],
    ['5.1.2026', '2026-01-05'],
    ['31.11.2026', null],
    ['20260230', null],
    ['202601', null],
    ['', null],
  ])('a written day %j is read as %j', (text, day) => expect(readDayText(text)).toBe(day))

  it('the day after and before a day crosses the end of months and years', () => {
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
  })
})
