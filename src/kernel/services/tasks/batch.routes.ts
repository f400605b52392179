import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { requireFresh } from '#kernel/platform/access/session-limits.ts'
import { asksFresh } from '#kernel/engine/document/action/action-guard.ts'
import { headerOf, sqlOf } from '#kernel/engine/document/document-sql.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { LedgerAccounts } from '#kernel/engine/ledger/accounts.ts'
import { BATCH_LIMIT, type BatchDecision, type BatchResult } from './batch-wire.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { inboxErrors } from './inbox.errors.ts'
import { commandOf, knownItems, mayDecide, performDryRun } from './dry-run.ts'

const RIGHT = 'approval.task.view'
const decisionSchema = Type.Union([Type.Literal('approve'), Type.Literal('reject')])
const item = {
  taskId: Type.String({ pattern: '^[0-9]{1,18}$' }),
  formInstanceId: Type.String({ maxLength: 64 }),
  contentHash: Type.String({ maxLength: 100 }),
}
const opinion = Type.String({ maxLength: 1000 })
const problem = nullable(Type.Object({ key: Type.String(), msg: Type.String() }))
const bucket = Type.Object({
  bucket: Type.String(),
  label: Type.String(),
  before: Type.String(),
  change: Type.String(),
  after: Type.String(),
  later: Type.String(),
})

/** Decisions over many tasks at once: the dry run of their joint effect, and the decisions. */
export function batchRoutes(documents: readonly ServerDocument[], ledgers: readonly LedgerAccounts[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  return [dryRunRoute(byName, ledgers), batchRoute(byName)]
}

/** The schema allows more than a batch, so that the refusal has the spec's own words. */
function requireSize(items: readonly unknown[]): void {
  if (items.length === 0) throw new Refused(inboxErrors.none({}, { field: 'items' }))
  if (items.length > BATCH_LIMIT) throw new Refused(inboxErrors.tooMany({ limit: BATCH_LIMIT }, { field: 'items' }))
}

function dryRunRoute(documents: ReadonlyMap<string, ServerDocument>, ledgers: readonly LedgerAccounts[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/task/dryRun',
    right: RIGHT,
    bound: SELECTION_BOUND,
    summary: 'What decisions over many tasks would do together, as things stand; it changes nothing',
    mode: 'read',
    body: Type.Object(
      {
        decision: decisionSchema,
        items: Type.Array(Type.Object(item, { additionalProperties: false }), { maxItems: 500 }),
      },
      { additionalProperties: false },
    ),
    data: Type.Object({
      items: Type.Array(
        Type.Object({
          taskId: Type.String(),
          formInstanceId: Type.String(),
          isFinal: Type.Boolean(),
          problem,
        }),
      ),
      accounts: Type.Array(
        Type.Object({
          ledger: Type.String(),
          account: Type.String(),
          name: Type.String(),
          url: nullable(Type.String()),
          currency: Type.String(),
          buckets: Type.Array(bucket),
          items: Type.Array(Type.String()),
        }),
      ),
      totals: Type.Array(Type.Object({ currency: Type.String(), count: Type.Integer(), amount: Type.String() })),
      asOf: Type.String(),
    }),
    async handler(tx, context, { body }) {
      requireSize(body.items)
      return await performDryRun(tx, context, documents, ledgers, body.decision, body.items)
    },
  })
}

function batchRoute(documents: ReadonlyMap<string, ServerDocument>): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/task/batch',
    right: RIGHT,
    bound: SELECTION_BOUND,
    summary: 'Decides on many tasks, each by itself: one that is refused undoes none of the others',
    mode: 'action',
    audit: { by: 'the action runner' },
    body: Type.Object(
      {
        decision: decisionSchema,
        items: Type.Array(Type.Object({ ...item, opinion }, { additionalProperties: false }), { maxItems: 500 }),
      },
      { additionalProperties: false },
    ),
    data: Type.Array(
      Type.Object({ taskId: Type.String(), isDone: Type.Boolean(), state: nullable(Type.String()), problem }),
    ),
    async handler(runtime, context, { body }) {
      requireSize(body.items)
      const key = context.idempotencyKey
      if (!key) throw new Refused(httpErrors.idempotencyKeyMissing())
      const known = await reading(runtime.pool, (tx) => knownItems(tx, body.items))
      // Required once, before any of them is decided.
      if (await asksFreshOf(runtime, documents, body.decision, known)) requireFresh(context)
      const results: BatchResult[] = []
      for (const each of body.items) {
        const document = documents.get(known.get(each.formInstanceId)?.documentType ?? '')
        results.push(await decideOne(runtime, document, context, key, body.decision, each))
      }
      return results
    },
  })
}

/** Whether any of them needs a fresh sign-in; read only for types where that depends on the content. */
async function asksFreshOf(
  runtime: Runtime,
  documents: ReadonlyMap<string, ServerDocument>,
  decision: BatchDecision,
  known: Awaited<ReturnType<typeof knownItems>>,
): Promise<boolean> {
  const asked = [...known].flatMap(([instance, { documentType }]) => {
    const document = documents.get(documentType)
    const action = document?.definition.actions[decision]
    const id = readFormInstanceId(instance)?.documentId
    return document && action?.stepUp && id ? [{ document, action, id }] : []
  })
  if (asked.some(({ action }) => action.stepUp === true)) return true
  return reading(runtime.pool, async (tx) => {
    for (const { document, action, id } of asked) {
      const head = await tx.first(sqlOf(document.definition).read(id))
      if (head && asksFresh(document, action, headerOf(document.definition, head))) return true
    }
    return false
  })
}

type Item = Parameters<typeof commandOf>[1] & { readonly opinion: string }

async function decideOne(
  runtime: Runtime,
  document: ServerDocument | undefined,
  context: RequestContext,
  key: string,
  decision: BatchDecision,
  each: Item,
): Promise<BatchResult> {
  const { taskId } = each
  try {
    if (!document || !mayDecide(context, document, decision)) throw new Refused(documentErrors.notFound())
    // A key for each task derived from that of the call, so that a repeated call repeats nothing.
    const idempotencyKey = createHash('sha256').update(`${key} ${taskId}`).digest('base64url')
    const command = commandOf(decision, each, each.opinion.trim())
    const { state } = await runAction(runtime, document, { ...context, idempotencyKey }, command)
    return { taskId, isDone: true, state, problem: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { first } = error
    return {
      taskId,
      isDone: false,
      state: null,
      problem: { key: first.key, msg: refusalText(context.language, first) },
    }
  }
}
