/** Whether the calendar has the day: `2028-02-29` exists, `2026-02-29` does not. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

/** The day first, which only a point between the numbers says. */
const POINTED_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const DIGITS_OF_DAY = /^(\d{4})(\d{2})(\d{2})$/
const WRITTEN_DAY = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const CHINESE_DAY = /^(\d{4})\u5E74(\d{1,2})\u6708(\d{1,2})\u65E5$/

/** Parses a day that a person typed: `2026-1-5`, `2026/01/05`, `5.1.2026` or `20260105`. Null for ambiguous forms: 3/4/2026 may be March or April. */
export function readDayText(text: string): string | null {
  const [, year, , month, day] = WRITTEN_DAY.exec(yearFirst(text.trim())) ?? []
  const value = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  return isDay(value) ? value : null
}

function yearFirst(text: string): string {
  return text.replace(CHINESE_DAY, '$1-$2-$3').replace(POINTED_DAY, '$3-$2-$1').replace(DIGITS_OF_DAY, '$1-$2-$3')
}

/** Adds days to a day. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
