import type { RecordView } from '#kernel/engine/record/routes/record-view.ts'
import type { PageDeclaration } from '../pages.ts'
import { type LoadRecords, recordAt } from './load-records.ts'
import { addSections, type RecordSections } from './record-sections.ts'

/** No record is part of the first load: a page imports its definition and the texts of records. */
const kit = () => import('./record-desk.ts')

/** The list pages of an area's records by address, some with sections of their own. */
export function recordPages(
  _area: string,
  paths: readonly string[],
  load: LoadRecords,
  sections: RecordSections = {},
): readonly PageDeclaration[] {
  addSections(sections)
  return paths.map((path) => {
    const record = async () => recordAt((await load()).records, 'page', path)
    return {
      path,
      load: async () => (await kit()).recordDeskPage(await record()),
      texts: async () => (await kit()).loadDeskTexts(await record()),
    }
  })
}

/** Filtered lists of an area's records, by address. */
export function recordViewPages(
  _area: string,
  paths: readonly string[],
  load: () => Promise<{ readonly views: readonly RecordView[] }>,
): readonly PageDeclaration[] {
  return paths.map((path) => {
    const found = async () => {
      const view = (await load()).views.find(({ page }) => page === path)
      if (!view) throw new Error(`no view at ${path}`)
      return view
    }
    return {
      path,
      load: async () => {
        const view = await found()
        return (await kit()).recordDeskPage(view.record, view)
      },
      texts: async () => (await kit()).loadDeskTexts((await found()).record),
    }
  })
}
