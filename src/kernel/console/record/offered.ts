import { offeredCodes } from '#kernel/i18n/overlay.ts'
import type { AnyRecord } from '#kernel/record/definition.ts'

/** What a form offers for a choice, in its order: what administrators left of it, or all that there is. */
export function offeredOf(record: AnyRecord, name: string): readonly string[] {
  const field = record.fields[name]
  const own = field?.offered ?? field?.options ?? []
  const kept = offeredCodes(`${record.name}.${name}`)
  return kept ? kept.filter((code) => own.includes(code)) : own
}
