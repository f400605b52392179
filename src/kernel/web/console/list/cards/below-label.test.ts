import { expect, it } from 'vitest'
import { belowLabel } from './below-label.ts'

it('under the title of a card a date or a number has the title of its column, a word or a code stands alone', () => {
  expect(belowLabel('day', 'Due', '2026-11-30')).toBe('Due')
  expect(belowLabel('number', 'Days overdue', '5')).toBe('Days overdue')
  for (const period of ['2026-11', '2026-11-30', '2026-09-01 – 2026-12-31', '2026-11-30 10:35'])
    expect([period, belowLabel('text', 'Period', period)]).toEqual([period, 'Period'])
  for (const value of ['OPEN-20260424', 'Invoice', '2026', null]) expect(belowLabel('code', 'Number', value)).toBeNull()
})
