import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RecordView } from '#kernel/engine/record/routes/record-view.ts'
import { recordPage } from './RecordPage.tsx'
import { loadRelated, loadTextsOf } from './related-records.ts'

/** The page of a record, or of a filtered view. */
export async function recordDeskPage(record: AnyRecord, view?: RecordView) {
  await loadRelated(record)
  return { default: recordPage(record, view) }
}

export function loadDeskTexts(record: AnyRecord): Promise<void> {
  return loadTextsOf(record)
}
