/** Whether the calendar has the day: `2028-02-29`, not `2026-02-29`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}
