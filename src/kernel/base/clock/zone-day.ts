const ZONE = /^UTC([+-])(\d{2}):(\d{2})$/
const MINUTE = 60_000

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = ZONE.exec(zone) ?? []
  if (!sign) throw new Error(`no time zone: ${zone}`)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
}

/** The current day in a time zone, `2026-01-31`; the zone is written `UTC+05:30`. */
export function dayIn(zone: string, at: Date): string {
  return new Date(at.getTime() + offsetOf(zone)).toISOString().slice(0, 10)
}

/** The current year in a time zone. */
export function yearIn(zone: string, at: Date): number {
  return Number(dayIn(zone, at).slice(0, 4))
}

/** The instant at which a day begins in a time zone. */
export function beginOf(zone: string, day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - offsetOf(zone))
}
