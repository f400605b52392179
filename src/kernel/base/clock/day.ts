/** Whether the calendar has the day: `2028-02-29`, not `2026-02-29`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

const WRITTEN_DAY = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const CHINESE_DAY = /^(\d{4})\u5E74(\d{1,2})\u6708(\d{1,2})\u65E5$/

/** The day that a person wrote, `2026-1-5` or `2026/01/05`; null where it can be read in two ways: of 3/4/2026 nobody knows whose month comes first. */
export function readDayText(text: string): string | null {
  const [, year, , month, day] = WRITTEN_DAY.exec(text.trim().replace(CHINESE_DAY, '$1-$2-$3')) ?? []
  const value = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  return isDay(value) ? value : null
}

/** The day so many days later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
