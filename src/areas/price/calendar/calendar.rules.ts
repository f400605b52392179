import { dayAfter } from '#kernel/base/clock/day.ts'

// How the prices of one key lie on the days of a month, a quarter or a year.

export const CALENDAR_VIEWS = ['month', 'quarter', 'year'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

/** The longest time that one call answers, in days: a year with the rest of its first and last week. */
export const MOST_DAYS = 380

/** A row of the calendar: a week, or a month. */
export interface CalendarRow {
  readonly from: string
  readonly to: string
  /** Days that fit in its whole width, so that the days of several months stand below each other. */
  readonly days: number
}

export interface CalendarPeriod {
  readonly view: CalendarView
  /** The first day of the month, quarter or year. */
  readonly start: string
  readonly strips: readonly CalendarRow[]
}

const LONGEST_MONTH = 31
const MONTHS: Readonly<Record<CalendarView, number>> = { month: 1, quarter: 3, year: 12 }

/** Days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The first day of the month that is so many months after that of a day. */
function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const count = year * 12 + month - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
}

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return dayAfter(day, -weekday)
}

/** Number of the week that begins on a Monday, as ISO 8601 counts: the first of a year is that of its first Thursday. */
export function isoWeek(monday: string): number {
  const thursday = dayAfter(monday, 3)
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}

/** The month, quarter or year in which a day lies. */
export function periodOf(view: CalendarView, day: string): CalendarPeriod {
  const month = Number(day.slice(5, 7)) - 1
  const start = monthAfter(day, -(month % MONTHS[view]))
  const end = dayAfter(monthAfter(start, MONTHS[view]), -1)
  if (view !== 'month') {
    const strips = Array.from({ length: MONTHS[view] }, (_, at): CalendarRow => {
      const from = monthAfter(start, at)
      return { from, to: dayAfter(monthAfter(from, 1), -1), days: LONGEST_MONTH }
    })
    return { view, start, strips }
  }
  const first = mondayOf(start)
  const weeks = Math.floor(daysBetween(first, end) / 7) + 1
  const strips = Array.from({ length: weeks }, (_, at): CalendarRow => {
    const from = dayAfter(first, at * 7)
    return { from, to: dayAfter(from, 6), days: 7 }
  })
  return { view, start, strips }
}

/** The first day of the period before (-1) or after (1). */
export const otherPeriod = ({ view, start }: CalendarPeriod, step: -1 | 1): string =>
  monthAfter(start, step * MONTHS[view])

export const daysOfPeriod = ({ strips }: CalendarPeriod) => ({ from: strips[0]!.from, to: strips.at(-1)!.to })

/** A price in time: days of the area, both included; it holds without an end where it has no last one. */
export interface Lasting {
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

/** A part of a price on a strip. */
export interface Bar<P extends Lasting> {
  readonly price: P
  /** From 0: prices that meet in time lie on lanes of their own. */
  readonly lane: number
  /** In percent of the width of the strip. */
  readonly left: number
  readonly width: number
  readonly isBegun: boolean
  readonly isEnded: boolean
}

/** A lane for each price, in their order, so that two on one lane never meet. */
export function lanesOf(prices: readonly Lasting[]): readonly number[] {
  const ends: (string | null)[] = []
  return prices.map(({ effectiveFrom, effectiveTo }) => {
    const free = ends.findIndex((end) => end !== null && end < effectiveFrom)
    const lane = free === -1 ? ends.length : free
    ends[lane] = effectiveTo
    return lane
  })
}

/** The parts of prices that lie on a strip; `lanes` as of all of them. */
export function barsOn<P extends Lasting>(
  { from, to, days }: CalendarRow,
  prices: readonly P[],
  lanes: readonly number[],
): readonly Bar<P>[] {
  return prices.flatMap((price, at): Bar<P>[] => {
    const isBegun = price.effectiveFrom >= from
    const isEnded = price.effectiveTo !== null && price.effectiveTo <= to
    const [first, last] = [isBegun ? price.effectiveFrom : from, isEnded ? price.effectiveTo! : to]
    if (first > to || last < from) return []
    return [
      {
        price,
        lane: lanes[at] ?? 0,
        left: (daysBetween(from, first) * 100) / days,
        width: ((daysBetween(first, last) + 1) * 100) / days,
        isBegun,
        isEnded,
      },
    ]
  })
}
