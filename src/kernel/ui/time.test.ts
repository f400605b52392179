import { afterEach, describe, expect, test } from 'vitest'
import {
  clockText,
  dayBounds,
  formatTime,
  homeDay,
  minutesOfZone,
  setHomeZone,
  timeText,
  zoneNote,
  zoneOfMinutes,
} from './time.ts'

afterEach(() => setHomeZone(null))

const viewer = (iso: string): string => zoneOfMinutes(-new Date(iso).getTimezoneOffset())
const NIGHT = '2026-03-09T20:35:00Z'

describe("an organisation's time zone", () => {
  test.each([
    ['UTC+08:00', 480],
    ['UTC+05:30', 330],
    ['UTC-06:00', -360],
    ['UTC-03:30', -210],
    ['UTC+00:00', 0],
    ['UTC+14:00', 840],
  ])('%s is %i minutes ahead', (zone, minutes) => {
    expect(minutesOfZone(zone)).toBe(minutes)
    expect(zoneOfMinutes(minutes)).toBe(zone)
  })

  test.each(['', 'UTC+8', 'UTC+15:00', 'GMT+08:00', 'UTC+05:60', 'UTC 05:30', 'utc+05:30', 'UTC+05:30 '])(
    '%j is none',
    (zone) => expect(minutesOfZone(zone)).toBeNull(),
  )

  test('the day of a form is the day there, not the day of the browser or of UTC', () => {
    setHomeZone('UTC+05:30')
    expect(homeDay(new Date('2026-11-30T18:29:00Z'))).toBe('2026-11-30')
    expect(homeDay(new Date('2026-11-30T18:30:00Z'))).toBe('2026-12-01')
    setHomeZone('UTC-03:00')
    expect(homeDay(new Date('2026-12-01T02:59:00Z'))).toBe('2026-11-30')
  })

  test('an instant is read there, over midnight and over the year', () => {
    expect(formatTime(NIGHT, 'UTC+05:30')).toBe('2026-03-10 02:05')
    expect(formatTime(NIGHT, 'UTC-06:00')).toBe('2026-03-09 14:35')
    expect(formatTime('2026-12-31T18:00:00Z', 'UTC+08:00')).toBe('2027-01-01 02:00')
    expect([formatTime(null), formatTime(''), formatTime('soon')]).toEqual(['/', '/', '/'])
  })

  test("is the one of the signed-in person's organisation where nothing else is said", () => {
    setHomeZone('UTC+07:00')
    expect(formatTime(NIGHT)).toBe('2026-03-10 03:35')
    expect(formatTime(NIGHT, 'UTC+08:00')).toBe('2026-03-10 04:35')
    setHomeZone('nonsense')
    expect(zoneNote(NIGHT)).toBe('')
  })

  test("is named where the viewer's clock shows another time, and only there", () => {
    const other = viewer(NIGHT) === 'UTC+05:30' ? 'UTC+09:00' : 'UTC+05:30'
    expect(timeText(NIGHT, other).endsWith(` ${other}`)).toBe(true)
    expect(zoneNote(NIGHT, viewer(NIGHT))).toBe('')
    expect(timeText(null, other)).toBe('/')
    expect(clockText(new Date(NIGHT), 'UTC+05:30')).toMatch(/^02:05( UTC\+05:30)?$/)
    expect(clockText(new Date(NIGHT), other).endsWith(` ${other}`)).toBe(true)
    expect(clockText(new Date(NIGHT), viewer(NIGHT))).toMatch(/^\d\d:\d\d$/)
  })

  test('a day there begins and ends there', () => {
    const { start, end } = dayBounds('2026-03-09', 'UTC+05:30')
    expect([start.toISOString(), end.toISOString()]).toEqual(['2026-03-08T18:30:00.000Z', '2026-03-09T18:30:00.000Z'])
  })
})
