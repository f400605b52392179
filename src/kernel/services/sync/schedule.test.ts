import { expect, it } from 'vitest'
import { nextTime, parseSchedule } from './schedule.ts'

const next = (schedule: string, zone: string, after: string) =>
  nextTime(schedule, zone, new Date(after))?.toISOString() ?? null

it('a schedule has five valid fields', () => {
  for (const bad of ['', '* * * *', '61 * * * *', '* 24 * * *', '5-1 * * * *', 'daily', '* * * * * *'])
    expect([bad, parseSchedule(bad)]).toEqual([bad, null])
  expect(parseSchedule('*/15 8-18 * * 1-5')).not.toBeNull()
})

it('a schedule is due in its time zone', () => {
  expect(next('30 2 * * *', 'UTC+08:00', '2026-11-20T18:29:59Z')).toBe('2026-11-20T18:30:00.000Z')
  expect(next('30 2 * * *', 'UTC+08:00', '2026-11-20T18:30:00Z')).toBe('2026-11-21T18:30:00.000Z')
  expect(next('0 9 * * 1', 'UTC+05:30', '2026-11-21T00:00:00Z')).toBe('2026-11-23T03:30:00.000Z')
  expect(next('0 0 1 1 *', 'UTC-03:00', '2026-11-21T00:00:00Z')).toBe('2027-01-01T03:00:00.000Z')
})

it('a schedule that never matches is never due', () => {
  expect(next('0 0 31 2 *', 'UTC+00:00', '2026-11-21T00:00:00Z')).toBeNull()
})
