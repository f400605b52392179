import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

const areas = join(import.meta.dirname, '../../../areas')

/**
 * The export of that name in a file of a document or list. The file is found by its ending in their folder, so that an area lists its documents
 * and lists once (docs/decisions/100).
 */
export async function exportOf(
  { area, folder }: Pick<ReadListPlace, 'area' | 'folder'>,
  ending: `.${string}.ts`,
  name: string,
): Promise<unknown> {
  const path = join(areas, area, folder)
  for (const file of globSync(`*${ending}`, { cwd: path }).toSorted()) {
    const module = (await import(join(path, file))) as Readonly<Record<string, unknown>>
    if (name in module) return module[name]
  }
  throw new Error(`no file *${ending} in ${area}/${folder} exports ${name}`)
}
