import { type TSchema, Type } from 'typebox'
import { inScope, may, type RequestContext } from '#kernel/access/principal.ts'
import { formInstanceId, readFormInstanceId } from '#kernel/approval/form-instance.ts'
import { prepared } from '#kernel/db/statement.ts'
import { reading, type Tx } from '#kernel/db/tx.ts'
import { requireActionRight } from '#kernel/document/action-guard.ts'
import { actionAnswerSchema } from '#kernel/document/document.routes.ts'
import { loadDocument } from '#kernel/document/load-document.ts'
import { runAction } from '#kernel/document/run-action.ts'
import type { ServerDocument } from '#kernel/document/server-document.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { documentErrors } from '#kernel/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { refusalText } from '#kernel/i18n/texts.ts'
import { effectsOf, type EffectRow } from './effect-store.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const effectSchema = Type.Object({
  effect: Type.String(),
  line: nullable(Type.Integer()),
  state: Type.String(),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(Type.String()),
  error: nullable(Type.String()),
  reference: nullable(Type.String()),
  updatedAt: Type.String(),
})

/** One side effect as pages show it. What an attempt under way counts as lost at is nobody's business. */
export function effectWire(context: Pick<RequestContext, 'language'>, row: EffectRow) {
  return {
    effect: row.effect,
    line: row.line,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'pendingPushed' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    error: row.last_error ? refusalText(context.language, row.last_error) : null,
    reference: row.reference,
    updatedAt: row.updated_at.toISOString(),
  }
}

interface Found {
  readonly document_type: string
  readonly round: number
  readonly scope_id: number
}

const newestRound = prepared<Found>(
  'effects.newest-round',
  `select document_type, round, scope_id from approval_instance where document_id = $1 order by round desc limit 1`,
)

interface Address {
  readonly formInstanceId?: string | undefined
  readonly documentId?: string | undefined
}

const address = Type.Object({
  formInstanceId: Type.Optional(Type.String({ maxLength: 40 })),
  documentId: Type.Optional(Type.String({ maxLength: 20 })),
})

/** The approval that is meant, by the document's newest round where only the document is named. */
async function find(tx: Tx, { formInstanceId: named, documentId }: Address) {
  const instance = readFormInstanceId(named)
  const id = instance?.documentId ?? (/^\d{1,18}$/.test(documentId ?? '') ? documentId : undefined)
  const found = id === undefined ? undefined : await tx.first(newestRound(id))
  if (!found || id === undefined) return null
  return { ...found, formInstanceId: formInstanceId(instance ?? { documentId: id, round: found.round }) }
}

/** What is to be pushed of a document and what became of it, and the retry of what failed (spec section 7). */
export function effectRoutes(documents: readonly ServerDocument[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  const retriable = documents.flatMap(({ definition }) =>
    Object.values(definition.actions).filter((one) => one.retries),
  )

  /** Who may retry nothing at all is told so; for the others what is out of sight does not exist. */
  function requireSomeRetry({ principal }: RequestContext): void {
    const [first] = retriable
    if (first && !retriable.some(({ right }) => may(principal, right))) requireActionRight(principal, first)
  }

  const retry = defineRoute({
    method: 'POST',
    path: '/aps/common/flow/retry',
    right: { signedIn: 'each type of document has its own right to retry' },
    summary: 'Does again what failed of the side effects of an approved document',
    mode: 'action',
    body: Type.Intersect([address, Type.Object({ opinion: Type.Optional(Type.String({ maxLength: 1000 })) })]),
    data: actionAnswerSchema,
    handler: async (runtime, context, { body }) => {
      requireSomeRetry(context)
      const found = await reading(runtime.pool, (tx) => find(tx, body))
      const document =
        found && inScope(context.principal.scope, found.scope_id) ? byName.get(found.document_type) : null
      const action = Object.entries(document?.definition.actions ?? {}).find(([, one]) => one.retries)?.[0]
      if (!document || !found || !action) throw new Refused(documentErrors.notFound())
      const rest = { id: null, version: null, taskId: null, contentHash: null, raw: null }
      const { formInstanceId: instance } = found
      const opinion = (body.opinion ?? '').trim()
      return runAction(runtime, document, context, { action, formInstanceId: instance, opinion, ...rest })
    },
  })

  const list = defineRoute({
    method: 'POST',
    path: '/aps/common/flow/effects',
    right: { signedIn: 'who may see the document may see what became of its side effects' },
    summary: 'The side effects of one document: what was pushed, what failed and why',
    mode: 'read',
    body: address,
    data: Type.Object({ effects: Type.Array(effectSchema) }),
    handler: async (tx, context, { body }) => {
      const found = await find(tx, body)
      const definition = found ? byName.get(found.document_type)?.definition : undefined
      if (!found || !definition || !may(context.principal, definition.viewRight))
        throw new Refused(documentErrors.notFound())
      const { row } = await loadDocument(tx, context, definition, { formInstanceId: found.formInstanceId })
      const round = readFormInstanceId(found.formInstanceId)?.round ?? row.round
      const rows = await tx.rows(effectsOf(row.id, round))
      return { effects: rows.map((effect) => effectWire(context, effect)) }
    },
  })

  return [retry, list]
}
