import { checkRoute, type CheckSpec } from '#kernel/engine/document/routes/check-route.ts'
import { type DecisionFacts, detailRoute } from '#kernel/engine/document/routes/detail-route.ts'
import { documentRoutes } from '#kernel/engine/document/routes/document.routes.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { sumRoute } from '#kernel/engine/document/list/sum-route.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { documentExport } from '#kernel/services/downloads/document-export.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { decisionFactsSchema } from '#kernel/engine/document/pending-documents.ts'
import { schemeNames } from '../drafts-and-names/scheme-names.server.ts'

/** A scheme document as its routes need it. */
export interface SchemeDocument extends Omit<CheckSpec<never, never>, 'summary'> {
  readonly document: ServerDocument
  readonly facts: (tx: Tx, context: RequestContext, document: LoadedDocument) => Promise<DecisionFacts>
}

/** Its routes: those of every document, the detail call with decision facts, and the soft check. */
export function schemeDocumentRoutes({ document, facts, ...check }: SchemeDocument): Route[] {
  const { name } = document.definition
  return [
    ...documentRoutes(document, { namesCodes: true }),
    sumRoute(document.definition),
    detailRoute(document, {
      summary: `${name}: one with lines, approval and the figures to decide on`,
      names: schemeNames.schema,
      facts: { schema: decisionFactsSchema, read: facts },
    }),
    checkRoute<never, never>(document, {
      ...check,
      summary: `${name}: check before it is submitted, with the amounts of now`,
    }),
  ]
}

export function schemeDocumentExport({ document }: SchemeDocument): ListExport {
  return documentExport(document.definition, { readsNamesOf: document })
}
