import { productNow } from './clock.ts'
import { expect, test } from 'vitest'
import { beginOf, dayIn } from './zone-day.ts'

test('a day begins earlier in eastern time zones', () => {
  const at = new Date('2026-03-01T20:00:00Z')
  expect([dayIn('UTC+05:30', at), dayIn('UTC+00:00', at), dayIn('UTC-06:00', at)]).toEqual([
    '2026-03-02',
    '2026-03-01',
    '2026-03-01',
  ])
  expect(beginOf('UTC+05:30', '2026-03-02')).toEqual(new Date('2026-03-01T18:30:00Z'))
  expect(beginOf('UTC-06:00', '2026-03-01')).toEqual(new Date('2026-03-01T06:00:00Z'))
})

test('an unknown time zone is an error', () => {
  expect(() => dayIn('India', productNow())).toThrow('no time zone')
})
