import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RecordDetailWire, RecordWire } from './record-api.ts'

/** Whether its guarded fields are changed by approval: those of a draft are typed. */
export function isGuarded({ life }: AnyRecord, stored: RecordWire): boolean {
  return !life || stored.state !== 'draft'
}

/** What a form does not change: the key, which everything that names the record says, and what is changed by approval. */
export function fixedFields(record: AnyRecord, stored: RecordWire | null): ReadonlySet<string> {
  if (stored === null) return new Set()
  return new Set([...(record.keyOf ?? [record.key]), ...(isGuarded(record, stored) ? (record.guarded ?? []) : [])])
}

/** Whether a form may be opened on it at all: a draft in approval is only read, what was issued stays as it is. */
export function isOpenToEdit(record: AnyRecord, { record: stored, waiting }: RecordDetailWire): boolean {
  const isDraft = record.life === true && stored.state === 'draft'
  return !record.appendOnly && (isDraft ? waiting.length === 0 : !record.issued)
}
