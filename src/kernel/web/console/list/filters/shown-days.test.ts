import { expect, test } from 'vitest'
import { shownDays } from './shown-days.ts'

test('a filter of instants shows the last day that it includes, not the one that it ends before', () => {
  expect(shownDays({ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' })).toEqual([
    '2026-03-01',
    '2026-03-31',
  ])
})

test('a filter of days shows the last day that it includes', () => {
  expect(shownDays({ from: '2026-03-01', to: '2026-04-01', isOfDays: true })).toEqual(['2026-03-01', '2026-03-31'])
})

test('a filter of dates shows nothing for an end that is open or that cannot be read', () => {
  expect(shownDays({ from: undefined, to: 'tomorrow' })).toEqual([null, null])
  expect(shownDays({ from: '2026-13-01', to: undefined, isOfDays: true })).toEqual([null, null])
})
