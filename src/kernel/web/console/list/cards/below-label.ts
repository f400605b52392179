import type { ColumnKind } from '#kernel/web/ui/table-columns.ts'

const TOLD: readonly (ColumnKind | undefined)[] = ['day', 'time', 'number']
/** A month, a day, or a period that begins with one. */
const DATE = /^\d{4}-\d\d(\D|$)/

/**
 * What stands before a value under the title of a card. A word or a code says itself what it is; of a date or a number the title of its
 * column does.
 */
export function belowLabel(kind: ColumnKind | undefined, title: string, value: string | null): string | null {
  return TOLD.includes(kind) || (value !== null && DATE.test(value)) ? title : null
}
