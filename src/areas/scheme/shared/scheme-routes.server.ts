import { type TProperties, type TSchema, Type } from 'typebox'
import type { CheckSpec } from '#kernel/engine/document/routes/check-route.ts'
import type { DecisionFacts } from '#kernel/engine/document/routes/detail-route.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import type { BoundDocument } from '#kernel/engine/document/server-document.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { decisionFactsSchema } from '#kernel/engine/document/pending-documents.ts'
import { type ServedDocument, type ServedSpec, serveDocument } from '#kernel/services/area/served-document.ts'
import { schemeNames } from '../drafts-and-names/scheme-names.server.ts'

export type ServedColumns = NonNullable<ServedSpec<unknown, unknown, TSchema>['columns']>

interface SchemeDocument<C, F> extends Omit<CheckSpec<C, F>, 'summary'> {
  readonly document: BoundDocument<C, F>
  /** Further figures to decide on, beside those of every scheme document. */
  readonly moreFacts?: TProperties
  /** Columns of its list on the screen that are no fields. */
  readonly columns?: ServedColumns
  readonly facts: (tx: Tx, context: RequestContext, document: LoadedDocument) => Promise<DecisionFacts>
}

/** A scheme document as it is served: with sums, the figures to decide on, and the names of customers in its list. */
export function serveScheme<C, F>({
  document,
  facts,
  moreFacts,
  columns,
  ...check
}: SchemeDocument<C, F>): ServedDocument {
  const { name } = document.definition
  return serveDocument({
    document,
    namesCodes: true,
    hasSums: true,
    ...(columns ? { columns } : {}),
    detail: {
      summary: `${name}: one with lines, approval and the figures to decide on`,
      names: schemeNames.schema,
      facts: { schema: Type.Object({ ...decisionFactsSchema.properties, ...moreFacts }), read: facts },
    },
    check: { ...check, summary: `${name}: check before it is submitted, with the amounts of now` },
  })
}
