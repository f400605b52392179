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
  ])('the time zone %s is %i minutes ahead', (zone, minutes) => {
    expect(minutesOfZone(zone)).toBe(minutes)
    expect(zoneOfMinutes(minutes)).toBe(zone)
  })

  test.each(['', 'UTC+8', 'UTC+15:00', 'GMT+08:00', 'UTC+05:60', 'UTC 05:30', 'utc+05:30', 'UTC+05:30 '])(
    'the text %j is no time zone',
    (zone) => expect(minutesOfZone(zone)).toBeNull(),
  )

  test("the day of a form is the day in the organisation's time zone", () => {
    setHomeZone('UTC+05:30')
    expect(homeDay(new Date('2026-11-30T18:29:00Z'))).toBe('2026-11-30')
    expect(homeDay(new Date('2026-11-30T18:30:00Z'))).toBe('2026-12-01')
    setHomeZone('UTC-03:00')
    expect(homeDay(new Date('2026-12-01T02:59:00Z'))).toBe('2026-11-30')
  })

  test('a time is shown in the given zone, across midnight and years', () => {
    expect(formatTime(NIGHT, 'UTC+05:30')).toBe('2026-03-10 02:05')
    expect(formatTime(NIGHT, 'UTC-06:00')).toBe('2026-03-09 14:35')
    expect(formatTime('2026-12-31T18:00:00Z', 'UTC+08:00')).toBe('2027-01-01 02:00')
    expect([formatTime(null), formatTime(''), formatTime('soon')]).toEqual(['/', '/', '/'])
  })

  test("a time is shown in the zone of the signed-in person's organisation by default", () => {
    setHomeZone('UTC+07:00')
    expect(formatTime(NIGHT)).toBe('2026-03-10 03:35')
    expect(formatTime(NIGHT, 'UTC+08:00')).toBe('2026-03-10 04:35')
    setHomeZone('nonsense')
    expect(zoneNote(NIGHT)).toBe('')
  })

  test("a time names its zone only where the viewer's clock shows another time", () => {
    const other = viewer(NIGHT) === 'UTC+05:30' ? 'UTC+09:00' : 'UTC+05:30'
    expect(timeText(NIGHT, other).endsWith(` ${other}`)).toBe(true)
    expect(zoneNote(NIGHT, viewer(NIGHT))).toBe('')
    expect(timeText(null, other)).toBe('/')
    expect(clockText(new Date(NIGHT), 'UTC+05:30')).toMatch(/^02:05( UTC\+05:30)?$/)
    expect(clockText(new Date(NIGHT), other).endsWith(` ${other}`)).toBe(true)
    expect(clockText(new Date(NIGHT), viewer(NIGHT))).toMatch(/^\d\d:\d\d$/)
  })

  test('a day begins and ends in its time zone', () => {
    const { start, end } = dayBounds('2026-03-09', 'UTC+05:30')
    expect([start.toISOString(), end.toISOString()]).toEqual(['2026-03-08T18:30:00.000Z', '2026-03-09T18:30:00.000Z'])
  })
})
