import { Type } from 'typebox'
import { inScope, may, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { actionAnswerSchema, besideOpinion } from '#kernel/engine/document/routes/document-schemas.ts'
import { actionOf, type KernelVerb } from '#kernel/engine/document/kernel-actions.ts'
import { instanceWithinLimits } from '#kernel/engine/document/document-access.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { TALK } from '#kernel/engine/approval/approval-view.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'

/** The document type of an approval, and its organisation. */
const typeOf = prepared<{ document_type: string; scope_id: number }>(
  'approval.type',
  'select i.document_type, i.scope_id from approval_instance i where i.document_id = $1 and i.round = $2',
)

const accounts = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })

const body = Type.Object({
  formInstanceId: Type.Optional(Type.String({ maxLength: 32 })),
  /** The caller's task; for `remove-signer` the signer's. */
  taskId: Type.Optional(Type.String({ maxLength: 20 })),
  contentHash: Type.Optional(Type.String({ maxLength: 64 })),
  opinion: Type.Optional(Type.String({ maxLength: 1000 })),
  people: Type.Optional(accounts),
  position: Type.Optional(Type.Union([Type.Literal('before'), Type.Literal('after')])),
  /** Key of the step to return to; null or missing means the drafter. */
  toStep: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
  ...besideOpinion,
})

const PATHS: Readonly<Record<string, { readonly verb: KernelVerb; readonly summary: string }>> = {
  return: { verb: 'return', summary: 'Send a document back to an earlier step or to its drafter' },
  transfer: { verb: 'transfer', summary: 'Hand one’s task on to somebody for good' },
  delegate: { verb: 'delegate', summary: 'Ask somebody for an opinion; the task comes back with it' },
  answer: { verb: 'answer', summary: 'Give the opinion one was asked for' },
  'add-signer': { verb: 'addSigner', summary: 'Add people who must agree before or after oneself' },
  'remove-signer': { verb: 'removeSigner', summary: 'Take back somebody one asked who has not acted' },
  comment: { verb: 'comment', summary: 'Say something beside the approval' },
  urge: { verb: 'urge', summary: 'Ask the holders of one’s document to hurry' },
  terminate: { verb: 'terminate', summary: 'End a running approval for good, as an administrator' },
}

const ANY_TYPE = { signedIn: 'Asks for the right that the verb needs of the type of document' }

interface VerbBody {
  readonly formInstanceId?: string
  readonly taskId?: string
  readonly contentHash?: string
  readonly opinion?: string
  readonly people?: readonly string[]
  readonly position?: 'before' | 'after'
  readonly toStep?: string | null
  readonly chosen?: Readonly<Record<string, readonly string[]>>
  readonly files?: readonly string[]
}

/** The verbs that every type of document has, under one address for all types; actions of a definition have calls of their own. */
export function verbRoutes(documents: readonly ServerDocument[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  const documentOf = async (
    runtime: Runtime,
    { principal }: RequestContext,
    action: KernelVerb,
    formInstanceId: string,
  ): Promise<ServerDocument> => {
    const address = required(readFormInstanceId(formInstanceId), documentErrors.notFound())
    const row = await reading(runtime.pool, (tx) =>
      tx.first(instanceWithinLimits(principal, typeOf(address.documentId, address.round))),
    )
    const document = required(byName.get(row?.document_type ?? ''), documentErrors.notFound())
    // A missing right is named only for documents of the caller's organisations: of others not even their existence is revealed.
    const right = actionOf(document.definition, action)?.right
    const isTold = right === undefined || may(principal, right) || inScope(principal.scope, row!.scope_id)
    if (!isTold) throw new Refused(documentErrors.notFound())
    return document
  }
  const perform = async (
    runtime: Runtime,
    context: Parameters<typeof runAction>[2],
    action: KernelVerb,
    { formInstanceId, taskId, contentHash, opinion, ...more }: VerbBody,
  ) => {
    // Refused before any look-up: people with the right for no type of document learn nothing of any.
    const rights = new Set(documents.flatMap(({ definition }) => actionOf(definition, action)?.right ?? []))
    if (![...rights].some((right) => may(context.principal, right)))
      throw new Refused(httpErrors.forbidden({ right: [...rights].join(', ') }))
    const document = await documentOf(runtime, context, action, formInstanceId ?? '')
    return runAction(runtime, document, context, {
      action,
      id: null,
      version: null,
      formInstanceId: formInstanceId ?? null,
      taskId: taskId ?? null,
      contentHash: contentHash ?? null,
      opinion: (opinion ?? '').trim(),
      raw: null,
      ...more,
    })
  }
  return [
    ...Object.entries(PATHS).map(([path, { verb, summary }]) =>
      defineRoute({
        method: 'POST',
        path: `/aps/bpm/task/${path}`,
        right: verb === 'comment' ? TALK : ANY_TYPE,
        summary,
        mode: 'action',
        audit: { by: 'the action runner' },
        body,
        data: actionAnswerSchema,
        handler: (runtime, context, { body: input }) => perform(runtime, context, verb, input),
      }),
    ),
    defineRoute({
      method: 'POST',
      path: '/aps/common/flow/circulate',
      right: TALK,
      summary: 'Give people a copy to read',
      mode: 'action',
      audit: { by: 'the action runner' },
      body: Type.Object({
        formInstanceId: Type.Optional(Type.String({ maxLength: 32 })),
        people: Type.Optional(accounts),
        message: Type.Optional(Type.String({ maxLength: 1000 })),
      }),
      data: actionAnswerSchema,
      handler: (runtime, context, { body: { message, ...input } }) =>
        perform(runtime, context, 'circulate', { ...input, ...(message === undefined ? {} : { opinion: message }) }),
    }),
  ]
}
