/** Offset from UTC in minutes, from an organisation's `UTC+05:30` (spec section 3). Anything else counts as UTC. */
export function zoneMinutes(zone: string): number {
  const match = /^UTC([+-])(\d\d):(\d\d)$/.exec(zone)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** `2026-11-21 13:30` in local time of that zone. */
export function zonedTime(at: Date, zone: string): string {
  const shifted = new Date(at.getTime() + zoneMinutes(zone) * 60_000).toISOString()
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 16)}`
}
