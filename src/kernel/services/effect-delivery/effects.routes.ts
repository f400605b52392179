import { Type } from 'typebox'
import { inScope, may, type RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId, readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type Tx } from '#kernel/platform/db/tx.ts'
import { requireActionRight } from '#kernel/engine/document/action/action-guard.ts'
import { actionAnswerSchema } from '#kernel/engine/document/routes/document-schemas.ts'
import { instanceWithinLimits } from '#kernel/engine/document/document-access.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { SOLE_RECEIVER } from '#kernel/engine/definition/effect.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'

interface Found {
  readonly document_type: string
  readonly round: number
  readonly scope_id: number
}

const newestRound = prepared<Found>(
  'effects.newest-round',
  // The round for which another system failed to release something; otherwise the newest.
  `select i.document_type, i.round, i.scope_id from (
     select i.document_id, i.document_type, i.round, i.scope_id from approval_instance i
     left join document_reserve r on r.document_id = i.document_id and r.round = i.round and r.state in ('failToOccupy', 'failToRelease')
     where i.document_id = $1 order by (r.id is null), i.round desc limit 1) i
   where true`,
)

interface Address {
  readonly formInstanceId?: string | undefined
  readonly documentId?: string | undefined
}

const address = Type.Object({
  formInstanceId: Type.Optional(Type.String({ maxLength: 40 })),
  documentId: Type.Optional(Type.String({ maxLength: 20 })),
})

/** The approval meant: that of the newest round where only the document is named. */
async function find(tx: Tx, { principal }: RequestContext, { formInstanceId: named, documentId }: Address) {
  const instance = readFormInstanceId(named)
  const id = instance?.documentId ?? (/^\d{1,18}$/.test(documentId ?? '') ? documentId : undefined)
  const found = id === undefined ? undefined : await tx.first(instanceWithinLimits(principal, newestRound(id)))
  if (!found || id === undefined) return null
  return { ...found, formInstanceId: formInstanceId(instance ?? { documentId: id, round: found.round }) }
}

/** Retries failed effects of any type of document (spec section 7). */
export function effectRoutes(documents: readonly ServerDocument[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  const retriable = documents.flatMap(({ definition }) =>
    Object.values(definition.actions).filter((one) => one.retries),
  )

  /** A person without any retry right is told so; for others a document out of scope does not exist. */
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
    audit: { by: 'the action runner' },
    body: Type.Intersect([
      address,
      Type.Object({
        opinion: Type.Optional(Type.String({ maxLength: 1000 })),
        /** Name of the one push to repeat, and its receiver where there are several. */
        effect: Type.Optional(Type.String({ maxLength: 64 })),
        receiver: Type.Optional(Type.String({ maxLength: 64 })),
      }),
    ]),
    data: actionAnswerSchema,
    handler: async (runtime, context, { body }) => {
      requireSomeRetry(context)
      const found = await reading(runtime.pool, (tx) => find(tx, context, body))
      const document =
        found && inScope(context.principal.scope, found.scope_id) ? byName.get(found.document_type) : null
      const action = Object.entries(document?.definition.actions ?? {}).find(([, one]) => one.retries)?.[0]
      if (!document || !found || !action) throw new Refused(documentErrors.notFound())
      const { formInstanceId: instance } = found
      const opinion = (body.opinion ?? '').trim()
      const push = body.effect ? { effect: body.effect, receiver: body.receiver ?? SOLE_RECEIVER } : null
      const command = commandOf({ action, formInstanceId: instance, opinion, ...(push ? { push } : {}) })
      return runAction(runtime, document, context, command)
    },
  })

  return [retry]
}
