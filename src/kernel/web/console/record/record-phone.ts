import { createElement } from 'react'
import { type LoadRecords, recordAt } from './load-records.ts'
import { RecordPhonePage } from './RecordPhonePage.tsx'
import { loadRelated, loadTextsOf } from './related-records.ts'

/** The page at an address. */
export async function recordPhonePage(path: string, load: LoadRecords) {
  const record = recordAt((await load()).records, 'phonePage', path)
  await loadRelated(record)
  return { default: () => createElement(RecordPhonePage, { record }) }
}

/** The texts of a record, and of the related ones on its page. */
export async function loadPhoneTexts(path: string, load: LoadRecords): Promise<void> {
  await loadTextsOf(recordAt((await load()).records, 'phonePage', path))
}
