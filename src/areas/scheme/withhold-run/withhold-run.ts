/** Name of the import that creates the documents of a month-end withhold run. */
export const WITHHOLD_RUN = 'scheme-withhold-run'

/** Filters of the proposal. */
export const RUN_SHOWN = ['proposed', 'nothing', 'warned', 'all'] as const
export type RunShown = (typeof RUN_SHOWN)[number]

export const WITHHOLD_KINDS = ['regular', 'delta'] as const
export type WithholdKind = (typeof WITHHOLD_KINDS)[number]

export interface RunMonth {
  readonly year: number
  readonly month: number
}

/** First and last day of a month, `2026-11-01` and `2026-11-30`. */
export function monthDays({ year, month }: RunMonth): { readonly first: string; readonly last: string } {
  const day = (of: number, at: number) => new Date(Date.UTC(year, of, at)).toISOString().slice(0, 10)
  return { first: day(month - 1, 1), last: day(month, 0) }
}

/** Working days of finance for a month after its end. */
const FOR_THE_MONTH_BEFORE = 10

/** The month that is ending, or has just ended, on a day. */
export function monthToWithhold(today: string): RunMonth {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  if (day > FOR_THE_MONTH_BEFORE) return { year, month }
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
}
