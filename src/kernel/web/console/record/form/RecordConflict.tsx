import { ConflictTable } from '../../form/conflict/ConflictTable.tsx'
import { conflictText } from '../../form/conflict/conflict-texts.ts'
import type { RecordDraft } from './use-record-draft.ts'

/** Who changed the record meanwhile, and what differs from the input here. Lazy-loaded by the forms, because conflicts are rare. */
export function RecordConflict({ error, rows }: NonNullable<RecordDraft['conflict']>) {
  return (
    <>
      <p>{conflictText(error)}</p>
      <ConflictTable rows={rows} />
    </>
  )
}
