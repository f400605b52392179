/** Timestamps are UTC on the wire; here they become the viewer's local time, day first by size: 2026-03-09 14:05. */
export function formatTime(iso: string | null | undefined): string {
  if (!iso) return '/'
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return '/'
  return `${formatDay(at)} ${two(at.getHours())}:${two(at.getMinutes())}`
}

export function formatDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export function minutesSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - new Date(iso).getTime()) / 60_000))
}

/** Splits minutes into the two largest units a reader needs. */
export function splitMinutes(minutes: number): { days: number; hours: number; minutes: number } {
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
