import type { Random } from './random.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Offset from UTC in minutes of a zone `UTC+05:30`. */
export function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^UTC([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  if (!sign) throw new Error(`not a time zone: ${zone}`)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Wall-clock parts of an instant in a zone. */
export function localDate(at: Date, zone: string): { readonly year: number; readonly month: number } {
  const local = new Date(at.getTime() + offsetMinutes(zone) * MINUTE)
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 }
}

function isOpen(local: number): boolean {
  const date = new Date(local)
  const hour = date.getUTCHours()
  return date.getUTCDay() % 6 !== 0 && hour >= 9 && hour < 18
}

/** The instant itself during working hours, else one in the previous working afternoon. */
export function lastAtWork(at: Date, zone: string, random: Random): Date {
  const offset = offsetMinutes(zone) * MINUTE
  let local = at.getTime() + offset
  if (!isOpen(local)) {
    if (new Date(local).getUTCHours() < 18) local -= DAY
    while (new Date(local).getUTCDay() % 6 === 0) local -= DAY
    local = Math.floor(local / DAY) * DAY + (18 * 60 - random.between(5, 150)) * MINUTE
  }
  return new Date(local - offset)
}

/** The instant itself during working hours, else one in the next working morning. */
export function atWork(at: Date, zone: string, random: Random): Date {
  const offset = offsetMinutes(zone) * MINUTE
  let local = at.getTime() + offset
  if (!isOpen(local)) {
    if (new Date(local).getUTCHours() >= 9) local += DAY
    while (new Date(local).getUTCDay() % 6 === 0) local += DAY
    local = Math.floor(local / DAY) * DAY + (9 * 60 + random.between(5, 150)) * MINUTE
  }
  return new Date(local - offset)
}
