import type { AnyRecord } from '#kernel/record/definition.ts'

export type LoadRecords = () => Promise<{ readonly records: readonly AnyRecord[] }>

/** Nothing of a record belongs to the first load: a page brings its definition and the texts of records along. */
export async function loadTexts(area: string): Promise<void> {
  await (await import('./record-texts.ts')).loadRecordTexts(area)
}

export function recordAt(records: readonly AnyRecord[], at: 'page' | 'phonePage', path: string): AnyRecord {
  const record = records.find((each) => each[at] === path)
  if (!record) throw new Error(`no record at ${path}`)
  return record
}
