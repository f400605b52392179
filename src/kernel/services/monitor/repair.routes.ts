import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { inScope } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { instanceWithinLimits } from '#kernel/engine/document/document-access.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { approvalErrors, documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'

const ITEMS_AT_ONCE = 200

const item = Type.Object({
  formInstanceId: Type.String({ maxLength: 40 }),
  /** The task to reassign. */
  taskId: Type.Optional(Type.String({ maxLength: 20 })),
  /** Key of the step whose people are renewed. */
  step: Type.Optional(Type.String({ maxLength: 64 })),
})

const body = Type.Object({
  repair: Type.Union([
    Type.Literal('reassign'),
    Type.Literal('renew'),
    Type.Literal('retry'),
    Type.Literal('terminate'),
  ]),
  items: Type.Array(item, { minItems: 1, maxItems: ITEMS_AT_ONCE }),
  /** Account of the new assignee. */
  person: Type.Optional(Type.String({ maxLength: 100 })),
  reason: Type.Optional(Type.String({ maxLength: 1000 })),
})

const addressed = prepared<{ document_type: string; document_no: string | null; scope_id: number }>(
  'monitor.addressed',
  'select i.document_type, i.document_no, i.scope_id from approval_instance i where i.document_id = $1 and i.round = $2',
)

/**
 * Repairs approvals, one or many: each goes through the action runner separately, in its own transaction and audited
 * with the reason, so that one refusal does not undo the others.
 */
export function repairRoute(documents: readonly ServerDocument[]): Route {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))

  async function mend(runtime: Runtime, context: RequestContext, command: Command): Promise<Failure | null> {
    const address = readFormInstanceId(command.formInstanceId)
    const asked = address && instanceWithinLimits(context.principal, addressed(address.documentId, address.round))
    const row = asked && (await reading(runtime.pool, (tx) => tx.first(asked)))
    const document = row && inScope(context.principal.scope, row.scope_id) ? byName.get(row.document_type) : undefined
    if (!document) return { no: command.formInstanceId ?? '', refusal: documentErrors.notFound() }
    const name = command.action === 'retry' ? retryOf(document) : command.action
    const no = row?.document_no ?? ''
    if (name === null) return { no, refusal: documentErrors.notFound() }
    try {
      await runAction(runtime, document, context, { ...command, action: name })
      return null
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { no, refusal: error.first }
    }
  }

  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/monitor/repair',
    right: 'approval.administer',
    summary: 'Hands tasks over, finds the people of a step anew, retries side effects, or terminates; with a reason',
    mode: 'action',
    audit: { by: 'the action runner' },
    body,
    data: Type.Object({
      done: Type.Integer(),
      failed: Type.Array(Type.Object({ no: Type.String(), msg: Type.String() })),
    }),
    handler: async (runtime, context, { body: asked }) => {
      const key = context.idempotencyKey
      if (!key) throw new Refused(httpErrors.idempotencyKeyMissing())
      const reason = (asked.reason ?? '').trim()
      if (reason === '') throw new Refused(approvalErrors.reasonRequired({}, { field: 'reason' }))
      const failed: { no: string; msg: string }[] = []
      let done = 0
      for (const one of asked.items) {
        const command = repairOf(asked.repair, one, asked.person, reason)
        // A key for each approval derived from that of the call, so that a repeated call repeats nothing.
        const part = JSON.stringify([key, one])
        const idempotencyKey = createHash('sha256').update(part).digest('base64url')
        const failure = await mend(runtime, { ...context, idempotencyKey }, command)
        if (failure) failed.push({ no: failure.no, msg: refusalText(context.language, failure.refusal) })
        else done += 1
      }
      return { done, failed }
    },
  })
}

interface Failure {
  readonly no: string
  readonly refusal: Refusal
}

function retryOf({ definition }: ServerDocument): string | null {
  return Object.entries(definition.actions).find(([, action]) => action.retries)?.[0] ?? null
}

function repairOf(
  action: string,
  one: { readonly formInstanceId: string; readonly taskId?: string; readonly step?: string },
  person: string | undefined,
  opinion: string,
): Command {
  return commandOf({
    action,
    formInstanceId: one.formInstanceId,
    taskId: one.taskId ?? null,
    opinion,
    people: person === undefined ? [] : [person],
    toStep: one.step ?? null,
  })
}
