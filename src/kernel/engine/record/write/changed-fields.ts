import type { RecordValues } from '../definition.ts'
import type { Plan } from './plan-records.ts'

export function changedFields(before: RecordValues | null, after: RecordValues | null): readonly string[] {
  const names = Object.keys(after ?? before ?? {})
  return names.filter((name) => (before?.[name] ?? null) !== (after?.[name] ?? null))
}

/** Whether a plan changes nothing. */
export function isSame({ before, after, from, to, dating }: Plan): boolean {
  return !dating && from === to && before !== null && after !== null && changedFields(before, after).length === 0
}
