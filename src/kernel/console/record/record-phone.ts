import { createElement } from 'react'
import { type LoadRecords, recordAt } from './load-records.ts'
import { RecordPhonePage } from './RecordPhonePage.tsx'
import { loadRecordTexts as load } from './record-texts.ts'

/** The page at an address. */
export async function recordPhonePage(path: string, loadRecords: LoadRecords) {
  const record = recordAt((await loadRecords()).records, 'phonePage', path)
  return { default: () => createElement(RecordPhonePage, { record }) }
}

/** The texts that all records share, and those of an area's. */
export function loadRecordTexts(area: string): Promise<void> {
  return load(area)
}
