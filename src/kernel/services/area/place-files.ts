import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

const areas = join(import.meta.dirname, '../../../areas')

export type Folder = Pick<ReadListPlace, 'area' | 'folder'>
type Ending = `.${string}.ts`

/** The export of that name in a file of a folder with that ending; undefined where there is none. */
export async function findExport({ area, folder }: Folder, ending: Ending, name: string): Promise<unknown> {
  const path = join(areas, area, folder)
  for (const file of globSync(`*${ending}`, { cwd: path }).toSorted()) {
    const module = (await import(join(path, file))) as Readonly<Record<string, unknown>>
    if (name in module) return module[name]
  }
  return undefined
}

/** The same where a folder must have it: files are found by their endings, so that an area lists its documents and lists once (docs/decisions/100). */
export async function exportOf(place: Folder, ending: Ending, name: string): Promise<unknown> {
  const found = await findExport(place, ending, name)
  if (found === undefined) throw new Error(`no file *${ending} in ${place.area}/${place.folder} exports ${name}`)
  return found
}
