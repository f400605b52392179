import type { TSchema } from 'typebox'
import { sumRoute } from '#kernel/engine/document/list/sum-route.ts'
import { checkRoute, type CheckSpec } from '#kernel/engine/document/routes/check-route.ts'
import { detailRoute, type DetailSpec } from '#kernel/engine/document/routes/detail-route.ts'
import { documentRoutes } from '#kernel/engine/document/routes/document.routes.ts'
import type { BoundDocument, ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { documentExport, type DocumentExportOptions } from '#kernel/services/downloads/document-export.ts'

/** A document with its calls and the file of its list, exported as `served` from its folder. */
export interface ServedDocument {
  readonly document: ServerDocument
  readonly routes: readonly Route[]
  readonly list: ListExport
}

export interface ServedSpec<C, F, D extends TSchema> {
  readonly document: BoundDocument<C, F>
  readonly detail: DetailSpec<D>
  readonly check: CheckSpec<C, F>
  /** Its list and the list's file read the names of codes with each page: their lists are too long for the browser. */
  readonly namesCodes?: boolean
  /** Its list says what the matching documents come to. */
  readonly hasSums?: boolean
  /** Columns of the list's file that are no fields. */
  readonly columns?: DocumentExportOptions['more']
  /** Calls besides those of every document. */
  readonly routes?: readonly Route[]
}

/** The calls of every document, its detail call and its soft check. */
export function serveDocument<C, F, D extends TSchema>({
  document,
  detail,
  check,
  namesCodes = false,
  hasSums = false,
  columns,
  routes = [],
}: ServedSpec<C, F, D>): ServedDocument {
  const { definition } = document
  return {
    document,
    routes: [
      ...documentRoutes(document, { namesCodes }),
      ...(hasSums ? [sumRoute(definition)] : []),
      detailRoute(document, detail),
      checkRoute(document, check),
      ...routes,
    ],
    list: documentExport(definition, {
      ...(namesCodes ? { readsNamesOf: document } : {}),
      ...(hasSums ? { hasSums } : {}),
      ...(columns ? { more: columns } : {}),
    }),
  }
}
