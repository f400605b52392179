import { type TSchema, Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { documentSchema } from './document-schemas.ts'
import { type LoadedDocument, loadDocument, writerOf } from '../load-document.ts'
import { pendingSeen } from '../pending-seen.ts'
import type { ServerDocument } from '../server-document.ts'

/** Figures for the decision; `pending` are other documents that ask for the same. */
export interface DecisionFacts {
  readonly pending?: readonly { readonly formInstanceId: string }[]
  readonly [fact: string]: unknown
}

export interface DetailSpec<F extends TSchema> {
  readonly summary: string
  /** Schema of the names of codes that the binding reads. */
  readonly names: TSchema
  /** Figures for the decision, for documents that were submitted. */
  readonly facts?: {
    readonly schema: F
    readonly read: (tx: Tx, context: RequestContext, document: LoadedDocument) => Promise<DecisionFacts>
  }
}

/** One document with its lines, the names of its codes and its approval, by id, number or instance. */
export function detailRoute<F extends TSchema>(
  { definition, names }: ServerDocument,
  { summary, names: namesSchema, facts }: DetailSpec<F>,
): Route {
  const text = Type.Optional(Type.String())
  const tablesSchema = Object.fromEntries(
    Object.keys(definition.tables ?? {}).map((table) => [table, Type.Array(Type.Unknown())]),
  )
  return defineRoute({
    method: 'POST',
    path: `${definition.api}/detail`,
    right: definition.viewRight,
    summary,
    mode: 'read',
    body: Type.Object({ id: text, no: text, formInstanceId: text }),
    data: Type.Object({
      document: Type.Intersect([
        documentSchema(definition),
        Type.Object({ lines: Type.Array(Type.Unknown()), ...tablesSchema }),
      ]),
      names: namesSchema,
      contentHash: Type.Union([Type.String(), Type.Null()]),
      approval: Type.Unknown(),
      decisionFacts: facts ? Type.Union([facts.schema, Type.Null()]) : Type.Null(),
    }),
    async handler(tx, context, { body }) {
      const document = await loadDocument(tx, context, definition, body)
      const isDecided = facts !== undefined && document.row.state !== definition.initial
      const [named, decisionFacts] = await Promise.all([
        names(tx, context.language, [document.wire], document.lines, writerOf(document, context), document.tables),
        isDecided ? seenBy(tx, context, await facts.read(tx, context, document)) : null,
      ])
      return {
        document: { ...document.wire, lines: document.lines, ...document.tables },
        names: named,
        contentHash: document.approval?.contentHash ?? null,
        approval: document.approval,
        decisionFacts,
      } as never
    },
  })
}

async function seenBy(tx: Tx, context: RequestContext, facts: DecisionFacts): Promise<DecisionFacts> {
  return facts.pending ? { ...facts, pending: await pendingSeen(tx, context, facts.pending) } : facts
}
