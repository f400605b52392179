import { isDay } from './day.ts'

const TO_THE_SECOND = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)$/

/**
 * The first instant after a period that people see until 23:59:59: an end written to the second includes that second. One with a fraction
 * of a second, or a day, is already the first instant excluded, and so is what is no time at all, which the caller refuses.
 */
export function endOfPeriod(end: string): string {
  const at = TO_THE_SECOND.test(end) && isDay(end.slice(0, 10)) ? Date.parse(end) : Number.NaN
  return Number.isNaN(at) ? end : new Date(at + 1000).toISOString()
}
