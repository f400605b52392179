import { pageLabel } from './budget-texts.ts'

/** `2026-03`: a budget's year and month. */
export function periodText(year: number | null, month: number | null): string {
  if (!year) return '/'
  return month ? `${year}-${String(month).padStart(2, '0')}` : String(year)
}

export function monthOptions(): readonly { readonly value: string; readonly label: string }[] {
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: pageLabel('month', { month: index + 1 }),
  }))
}
