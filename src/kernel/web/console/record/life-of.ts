import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RecordDetailWire, RecordWire } from './record-api.ts'

/** Whether its guarded fields are changed by approval: those of a draft are edited directly. */
export function isGuarded({ life }: AnyRecord, stored: RecordWire): boolean {
  return !life || stored.state !== 'draft'
}

/** Fields that a form does not change: the key, to which references point, and fields changed by approval. */
export function fixedFields(record: AnyRecord, stored: RecordWire | null): ReadonlySet<string> {
  if (stored === null) return new Set()
  return new Set([...(record.keyOf ?? [record.key]), ...(isGuarded(record, stored) ? (record.guarded ?? []) : [])])
}

/** Whether its form may be opened at all: a draft in approval is read-only, an issued record stays unchanged. */
export function isOpenToEdit(record: AnyRecord, { record: stored, waiting }: RecordDetailWire): boolean {
  const isDraft = record.life === true && stored.state === 'draft'
  return !record.appendOnly && (isDraft ? waiting.length === 0 : !record.issued)
}
