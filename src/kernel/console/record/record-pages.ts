import type { AnyRecord } from '#kernel/record/definition.ts'
import type { PageSpec } from '../pages.ts'

type LoadRecords = () => Promise<{ readonly records: readonly AnyRecord[] }>

/** Nothing of a record belongs to the first load: a page brings its definition and the texts of all records along. */
async function loadTexts(): Promise<void> {
  await (await import('./record-texts.ts')).loadRecordTexts()
}

function recordAt(records: readonly AnyRecord[], at: 'page' | 'phonePage', path: string): AnyRecord {
  const record = records.find((each) => each[at] === path)
  if (!record) throw new Error(`no record at ${path}`)
  return record
}

/** The list pages of an area's records, by their addresses. */
export function recordPages(paths: readonly string[], load: LoadRecords): readonly PageSpec[] {
  return paths.map((path) => ({
    path,
    load: async () => {
      const [{ recordPage }, { records }] = await Promise.all([import('./RecordPage.tsx'), load()])
      return { default: recordPage(recordAt(records, 'page', path)) }
    },
    texts: loadTexts,
  }))
}

/** The same on a phone: one record to read, `?id=`. */
export function recordPhonePages(paths: readonly string[], load: LoadRecords): readonly PageSpec[] {
  return paths.map((path) => ({
    path,
    load: async () => {
      const [{ recordPhonePage }, { records }] = await Promise.all([import('./RecordPhonePage.tsx'), load()])
      return { default: recordPhonePage(recordAt(records, 'phonePage', path)) }
    },
    texts: loadTexts,
  }))
}
