import type { AreaServer } from './area-server.ts'
import { exportOf, type Folder } from './place-files.ts'
import type { ServedDocument } from './served-document.ts'

/** The server half of an area's documents: `served` in the folder of each. */
export async function documentsOf(
  places: readonly Folder[],
): Promise<Pick<AreaServer, 'documents' | 'routes' | 'exports'>> {
  const found = (await Promise.all(
    places.map((place) => exportOf(place, '.{document,routes}.ts', 'served')),
  )) as readonly ServedDocument[]
  return {
    documents: found.map(({ document }) => document),
    routes: found.flatMap(({ routes }) => routes),
    exports: found.map(({ list }) => list),
  }
}
