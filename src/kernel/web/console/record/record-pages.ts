import type { RecordView } from '#kernel/engine/record/routes/record-view.ts'
import type { PageDeclaration } from '../pages.ts'
import { type LoadRecords, recordAt } from './load-records.ts'
import { addSections, type RecordSections } from './record-sections.ts'

/** Nothing of a record belongs to the first load: a page brings its definition and the texts of records along. */
const kit = () => import('./record-desk.ts')

/** The list pages of an area's records, by their addresses, with sections of their own for some of them. */
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

/** Lists of an area's records that show some rows only, by their addresses. */
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
