import { productNow } from '#kernel/base/clock/clock.ts'

/**
 * Timestamps are UTC on the wire, and displayed in an organisation's time zone, written `UTC+05:30` (spec section 3):
 * 2026-03-09 14:05. Where the viewer's own clock differs, the zone is named.
 */

/** Zone of the signed-in person's organisation; until it is known, the viewer's own. */
let homeZone: string | null = null

export function setHomeZone(zone: string | null | undefined): void {
  homeZone = zone && minutesOfZone(zone) !== null ? zone : null
}

/** Offset from UTC in minutes: `UTC+05:30` is 330. Null where the text is no zone. */
export function minutesOfZone(zone: string): number | null {
  const [, sign, hours, minutes] = /^UTC([+-])(0\d|1[0-4]):([0-5]\d)$/.exec(zone) ?? []
  return sign === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** `330` as `UTC+05:30`. */
export function zoneOfMinutes(minutes: number): string {
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/**
 * An instant in the organisation's zone; `/` for none. Where the zone may differ from the viewer's, use `timeText` or
 * name it with `zoneNote`.
 */
export function formatTime(iso: string | null | undefined, zone?: string | null): string {
  const at = instantOf(iso)
  if (!at) return '/'
  const there = shifted(at, zone)
  return `${dayOf(there)} ${two(there.getUTCHours())}:${two(there.getUTCMinutes())}`
}

/** The same, naming the zone where the viewer's clock differs. */
export function timeText(iso: string | null | undefined, zone?: string | null): string {
  return [formatTime(iso, zone), zoneNote(iso, zone)].filter(Boolean).join(' ')
}

/** The zone's name where the viewer's clock differs at that instant, else empty. Without an instant: now. */
export function zoneNote(iso?: string | null, zone?: string | null): string {
  const at = iso === undefined ? productNow() : instantOf(iso)
  if (!at) return ''
  const minutes = minutesIn(at, zone)
  return minutes === -at.getTimezoneOffset() ? '' : zoneOfMinutes(minutes)
}

/** The first instant of a day in the organisation's zone, and the first after it: a list's `from` and `to`. */
export function dayBounds(day: string, zone?: string | null): { readonly start: Date; readonly end: Date } {
  const there = new Date(`${day}T00:00:00Z`)
  const start = new Date(there.getTime() - minutesIn(there, zone) * 60_000)
  return { start, end: new Date(start.getTime() + 86_400_000) }
}

/** The organisation's local time as a person types it, `2026-03-09 14:05`; empty for none. */
export function wallClock(iso: string | null | undefined, zone?: string | null): string {
  return instantOf(iso) ? formatTime(iso, zone) : ''
}

/** The instant of an organisation's local time. */
export function instantAt(wall: string, zone?: string | null): string {
  const there = new Date(`${wall.slice(0, 16).replace(' ', 'T')}:00Z`)
  return Number.isNaN(there.getTime()) ? '' : new Date(there.getTime() - minutesIn(there, zone) * 60_000).toISOString()
}

/** `14:05` in the organisation's zone, for what happened here a moment ago; the zone is named as in `timeText`. */
export function clockText(at: Date, zone?: string | null): string {
  const [, clock = ''] = formatTime(at.toISOString(), zone).split(' ')
  return [clock, zoneNote(at.toISOString(), zone)].filter(Boolean).join(' ')
}

/** The organisation's current day, `2026-03-09`, for initial values. */
export function homeDay(at: Date = productNow(), zone?: string | null): string {
  return dayOf(shifted(at, zone))
}

/** The organisation's current year. */
export function homeYear(): number {
  return Number(homeDay().slice(0, 4))
}

/** The time for an instant of today, the day for any other. */
export function shortTimeText(iso: string): string {
  const [day] = formatTime(iso).split(' ')
  return day === homeDay() ? clockText(new Date(iso)) : timeText(iso)
}

export function minutesSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - new Date(iso).getTime()) / 60_000))
}

/** Splits minutes into the two largest units. */
export function splitMinutes(minutes: number): { days: number; hours: number; minutes: number } {
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}

function instantOf(iso: string | null | undefined): Date | null {
  const at = iso ? new Date(iso) : null
  return at && !Number.isNaN(at.getTime()) ? at : null
}

/** The viewer's own offset where no organisation's is known. */
function minutesIn(at: Date, zone: string | null | undefined): number {
  const chosen = zone ?? homeZone
  return (chosen === null ? null : minutesOfZone(chosen)) ?? -at.getTimezoneOffset()
}

/** An instant shifted so that its UTC fields are the zone's local time. */
function shifted(at: Date, zone: string | null | undefined): Date {
  return new Date(at.getTime() + minutesIn(at, zone) * 60_000)
}

function dayOf(there: Date): string {
  return `${there.getUTCFullYear()}-${two(there.getUTCMonth() + 1)}-${two(there.getUTCDate())}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
