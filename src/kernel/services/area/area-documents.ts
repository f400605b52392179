import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { documentExport } from '#kernel/services/downloads/document-export.ts'
import type { AreaServer } from './area-server.ts'
import { exportOf, findExport, type Folder } from './place-files.ts'

/**
 * The server half of an area's documents: `<name>Document` and `<name>Routes` in their folders, and the files of their lists. A document with
 * further columns exports its file as `<name>Export`.
 */
export async function documentsOf(
  places: readonly (Folder & { readonly name: string })[],
): Promise<Pick<AreaServer, 'documents' | 'routes' | 'exports'>> {
  const found = await Promise.all(
    places.map(async (place) => {
      const document = (await exportOf(place, '.{document,plans}.ts', `${place.name}Document`)) as ServerDocument
      const own = (await findExport(place, '.routes.ts', `${place.name}Export`)) as ListExport | undefined
      return {
        document,
        routes: (await exportOf(place, '.routes.ts', `${place.name}Routes`)) as readonly Route[],
        list: own ?? documentExport(document.definition),
      }
    }),
  )
  return {
    documents: found.map(({ document }) => document),
    routes: found.flatMap(({ routes }) => routes),
    exports: found.map(({ list }) => list),
  }
}
