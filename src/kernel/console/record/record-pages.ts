import type { PageSpec } from '../pages.ts'
import { type LoadRecords, loadTexts, recordAt } from './load-records.ts'

/** The list pages of an area's records, by their addresses. */
export function recordPages(area: string, paths: readonly string[], load: LoadRecords): readonly PageSpec[] {
  return paths.map((path) => ({
    path,
    load: async () => {
      const [{ recordPage }, { records }] = await Promise.all([import('./RecordPage.tsx'), load()])
      return { default: recordPage(recordAt(records, 'page', path)) }
    },
    texts: () => loadTexts(area),
  }))
}
