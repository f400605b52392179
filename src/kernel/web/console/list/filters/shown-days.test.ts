import { expect, test } from 'vitest'
import { setHomeZone } from '#kernel/web/ui/time.ts'
import { shownDays, writtenSecond } from './shown-days.ts'

test('a filter of instants shows its first and its last second', () => {
  expect(shownDays({ from: '2026-03-01T00:00:00Z', to: '2026-03-31T23:59:59Z' })).toEqual([
    '2026-03-01 00:00:00',
    '2026-03-31 23:59:59',
  ])
  // An end with a fraction of a second is the first instant excluded.
  expect(shownDays({ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' })).toEqual([
    '2026-03-01 00:00:00',
    '2026-03-31 23:59:59',
  ])
})

test('a second is written in the zone of the organisation, without a fraction', () => {
  setHomeZone('UTC+05:30')
  expect(writtenSecond('2026-03-31 23:59:59')).toBe('2026-03-31T18:29:59Z')
  expect(shownDays({ from: '2026-02-28T18:30:00Z', to: '2026-03-31T18:29:59Z' })).toEqual([
    '2026-03-01 00:00:00',
    '2026-03-31 23:59:59',
  ])
  setHomeZone(null)
})

test('a filter of days shows the last day that it includes', () => {
  expect(shownDays({ from: '2026-03-01', to: '2026-04-01', isOfDays: true })).toEqual(['2026-03-01', '2026-03-31'])
})

test('a filter of dates shows nothing for an end that is open or that cannot be read', () => {
  expect(shownDays({ from: undefined, to: 'tomorrow' })).toEqual([null, null])
  expect(shownDays({ from: '2026-13-01', to: undefined, isOfDays: true })).toEqual([null, null])
})
