import { type CronMatcher, parseCronItem } from 'graphile-worker'

const MINUTE_MS = 60_000
/** The 29th of February on a Monday comes within 28 years; nobody plans further than this. */
const FURTHEST_DAYS = 366 * 5

/** When a schedule is due, or null where it is none: five fields of minute, hour, day, month and weekday, as the job queue reads them. */
export function parseSchedule(text: string): CronMatcher | null {
  try {
    const { match } = parseCronItem({ task: 'schedule', match: text })
    return match
  } catch {
    return null
  }
}

/** `UTC+05:30` in milliseconds. */
function offsetOf(zone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^UTC([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1)
}

/** The next time after an instant, by the clock of a fixed offset; null where it never comes. */
export function nextTime(schedule: string, zone: string, after: Date): Date | null {
  const match = parseSchedule(schedule)
  if (!match) return null
  const offset = offsetOf(zone)
  const end = after.getTime() + FURTHEST_DAYS * 86_400_000
  let at = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  while (at <= end) {
    // The clock there, read as if it were UTC.
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
