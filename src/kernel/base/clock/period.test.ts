import { expect, test } from 'vitest'
import { endOfPeriod } from './period.ts'

test('an end to the second includes that second, in any zone', () => {
  expect(endOfPeriod('2026-03-31T23:59:59Z')).toBe('2026-04-01T00:00:00.000Z')
  expect(endOfPeriod('2026-03-31 23:59:59+05:30')).toBe('2026-03-31T18:30:00.000Z')
})

test('an end with a fraction of a second, a day and what is no time stay as they are', () => {
  for (const end of ['2026-04-01T00:00:00.000Z', '2026-04-01', '', 'yesterday', '2026-02-30T23:59:59Z'])
    expect(endOfPeriod(end)).toBe(end)
})
