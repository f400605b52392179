import type { RecordView } from '#kernel/record/record-view.ts'
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

/** Lists of an area's records that show some rows only, by their addresses. */
export function recordViewPages(
  area: string,
  paths: readonly string[],
  load: () => Promise<{ readonly views: readonly RecordView[] }>,
): readonly PageSpec[] {
  return paths.map((path) => ({
    path,
    load: async () => {
      const [{ recordPage }, { views }] = await Promise.all([import('./RecordPage.tsx'), load()])
      const view = views.find(({ page }) => page === path)
      if (!view) throw new Error(`no view at ${path}`)
      return { default: recordPage(view.record, view) }
    },
    texts: () => loadTexts(area),
  }))
}
