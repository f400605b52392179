import { zoneMinutes } from '#kernel/base/clock/zoned-time.ts'
import type { Rules } from './settings.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The earliest moment from `at` on at which the person may be disturbed. */
export function heldUntil(rules: Rules, at: Date): Date {
  if (!rules.quiet) return at
  let time = at
  // Every step ends a quiet period; a week has at most two a day.
  for (let step = 0; step < 16; step += 1) {
    const next = endOfQuiet(rules, time)
    if (next === null) return time
    time = next
  }
  // Quiet around the clock: send now, because a message held forever is lost.
  return at
}

/** The first moment after `after` at which the digest is due. */
export function nextDigest(rules: Rules, after: Date): Date {
  const start = startOfDay(rules, after)
  for (let day = 0; day <= 7; day += 1) {
    const noon = new Date(start.getTime() + day * DAY_MS + DAY_MS / 2)
    const at = new Date(start.getTime() + day * DAY_MS + minutesOf(rules.digestTime) * MINUTE_MS)
    if (at > after && rules.weekdays.includes(weekdayOf(rules, noon))) return at
  }
  throw new Error('a digest without a day')
}

/** Null where it is not quiet. */
function endOfQuiet(rules: Rules, at: Date): Date | null {
  const start = startOfDay(rules, at)
  if (rules.quietOtherDays && !rules.weekdays.includes(weekdayOf(rules, at))) return new Date(start.getTime() + DAY_MS)
  const [from, until] = [minutesOf(rules.quietFrom), minutesOf(rules.quietUntil)]
  const minutes = (at.getTime() - start.getTime()) / MINUTE_MS
  const untilToday = new Date(start.getTime() + until * MINUTE_MS)
  if (from === until) return null
  if (from < until) return minutes >= from && minutes < until ? untilToday : null
  if (minutes < until) return untilToday
  return minutes >= from ? new Date(untilToday.getTime() + DAY_MS) : null
}

/** Midnight of the person's day. Zones of organisations have no summer time (spec section 3). */
function startOfDay({ zone }: Rules, at: Date): Date {
  const ahead = zoneMinutes(zone) * MINUTE_MS
  return new Date(Math.floor((at.getTime() + ahead) / DAY_MS) * DAY_MS - ahead)
}

function weekdayOf({ zone }: Rules, at: Date): number {
  return new Date(at.getTime() + zoneMinutes(zone) * MINUTE_MS).getUTCDay() || 7
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
