import type { PageDeclaration } from '../pages.ts'
import type { LoadRecords } from './load-records.ts'
import { addSections, type RecordSections } from './record-sections.ts'

/** A record of an area on a phone, `?id=`. Nothing of it is part of the first load, not even its look-up. */
export function recordPhonePages(
  _area: string,
  paths: readonly string[],
  load: LoadRecords,
  sections: RecordSections = {},
): readonly PageDeclaration[] {
  addSections(sections)
  const kit = () => import('./record-phone.ts')
  return paths.map((path) => ({
    path,
    load: async () => (await kit()).recordPhonePage(path, load),
    texts: async () => (await kit()).loadPhoneTexts(path, load),
  }))
}
