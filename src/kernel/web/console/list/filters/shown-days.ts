import { dayAfter, isDay } from '#kernel/base/clock/day.ts'
import { formatTime } from '#kernel/web/ui/time.ts'

/** What a filter of dates holds: instants, or days without a clock. `to` is the first that no longer counts. */
export interface FilteredDays {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly isOfDays?: boolean
}

/** The first and the last day of it as they are written; null where there is none. */
export function shownDays({ from, to, isOfDays = false }: FilteredDays): readonly [string | null, string | null] {
  if (isOfDays) return [from && isDay(from) ? from : null, to && isDay(to) ? dayAfter(to, -1) : null]
  const end = to ? new Date(to).getTime() : Number.NaN
  return [from ? dayOf(from) : null, Number.isNaN(end) ? null : dayOf(new Date(end - 1).toISOString())]
}

function dayOf(instant: string): string {
  return formatTime(instant).slice(0, 10)
}
