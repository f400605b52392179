import { dayAfter, isDay } from '#kernel/base/clock/day.ts'
import { formatTime } from '#kernel/web/ui/time.ts'

/** Value of a date filter: instants, or days without a time. `to` is the first one excluded. */
export interface FilteredDays {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly isOfDays?: boolean
}

/** The first and the last day included, formatted; null where there is none. */
export function shownDays({ from, to, isOfDays = false }: FilteredDays): readonly [string | null, string | null] {
  if (isOfDays) return [from && isDay(from) ? from : null, to && isDay(to) ? dayAfter(to, -1) : null]
  const end = to ? new Date(to).getTime() : Number.NaN
  return [from ? dayOf(from) : null, Number.isNaN(end) ? null : dayOf(new Date(end - 1).toISOString())]
}

function dayOf(instant: string): string {
  return formatTime(instant).slice(0, 10)
}
