/** `2026-03`: a budget's year and month. */
export function periodText(year: number | null, month: number | null): string {
  if (!year) return '/'
  return month ? `${year}-${String(month).padStart(2, '0')}` : String(year)
}
