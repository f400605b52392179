import { type CronMatcher, parseCronItem } from 'graphile-worker'

const MINUTE_MS = 60_000
/** A 29 February on a Monday occurs within 28 years; the search ends there. */
const FURTHEST_DAYS = 366 * 5

/** Parses a schedule, or returns null: minute, hour, day, month and weekday, as the job queue reads them. */
export function parseSchedule(text: string): CronMatcher | null {
  try {
    const { match } = parseCronItem({ task: 'schedule', match: text })
    return match
  } catch {
    return null
  }
}

/** Offset of `UTC+05:30` in milliseconds. */
function offsetOf(zone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^UTC([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1)
}

/** The next time after an instant, in a zone with a fixed offset; null where there is none. */
export function nextTime(schedule: string, zone: string, after: Date): Date | null {
  const match = parseSchedule(schedule)
  if (!match) return null
  const offset = offsetOf(zone)
  const end = after.getTime() + FURTHEST_DAYS * 86_400_000
  let at = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  while (at <= end) {
    // Local time, read as if it were UTC.
    const local = new Date(at + offset)
    const digest = {
      min: local.getUTCMinutes(),
      hour: local.getUTCHours(),
      date: local.getUTCDate(),
      month: local.getUTCMonth() + 1,
      dow: local.getUTCDay(),
    }
    if (match(digest)) return new Date(at)
    at += MINUTE_MS
  }
  return null
}
