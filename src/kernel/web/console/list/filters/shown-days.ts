import { dayAfter, isDay } from '#kernel/base/clock/day.ts'
import { dayBounds, formatTime } from '#kernel/web/ui/time.ts'

/**
 * Value of a date filter: instants, or days without a time. The end is the last second included, as it is shown; with a fraction of a
 * second, or as a day, it is the first instant that is not.
 */
export interface FilteredDays {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly isOfDays?: boolean
}

/** The first and the last second included, `2026-03-01 00:00:00`, or such days; null where there is none. */
export function shownDays({ from, to, isOfDays = false }: FilteredDays): readonly [string | null, string | null] {
  if (isOfDays) return [from && isDay(from) ? from : null, to && isDay(to) ? dayAfter(to, -1) : null]
  return [secondOf(from, 0), secondOf(to, to && /\.\d+/.test(to) ? -1 : 0)]
}

function secondOf(instant: string | undefined, ms: number): string | null {
  const at = instant ? Date.parse(instant) + ms : Number.NaN
  if (Number.isNaN(at)) return null
  const iso = new Date(at).toISOString()
  // Zones differ by whole minutes.
  return `${formatTime(iso)}:${iso.slice(17, 19)}`
}

/** The instant of a second as it is shown, written to the second. */
export function writtenSecond(shown: string): string {
  const [day = '', clock = ''] = shown.split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  const ms = dayBounds(day).start.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000
  return new Date(ms).toISOString().replace(/\.\d+/, '')
}
