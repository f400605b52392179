import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { requireFresh } from '#kernel/platform/access/session-limits.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import { sqlOf } from '../document-sql.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { eligibilityStatement, selectedStatement, type SelectedRow } from '../list/list-selection.ts'
import { runAction } from './run-action.ts'
import type { ServerDocument } from '../server-document.ts'
import { commandOf } from './command.ts'

/** Each document is a transaction of its own, so one call handles this many; the caller repeats while some are left. */
const AT_ONCE = 200
/** Fewer for submits: each starts an approval and reserves money. */
const SUBMITTED_AT_ONCE = 25
/** Reasons that are listed one by one; the rest is counted. */
const NAMED = 25

const body = Type.Object(
  {
    /** The selected documents, or the filters of a list: then all matching documents. */
    ids: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), { maxItems: 10_000 })),
    filters: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())),
    /** Continues after this document, so that refused ones are not tried again. */
    after: Type.Optional(Type.Union([Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Null()])),
    /** Only counts for how many the action is possible. */
    dryRun: Type.Optional(Type.Boolean()),
  },
  { title: 'BulkRequest', additionalProperties: false },
)

const answer = Type.Object(
  {
    matched: Type.Integer(),
    /** More match than are counted. */
    capped: Type.Boolean(),
    eligible: Type.Integer(),
    done: Type.Integer(),
    /** Eligible documents that this call did not reach. */
    left: Type.Integer(),
    /** The last document reached; the next call continues after it. */
    last: nullable(Type.String()),
    /** Why the others are not eligible, each with a count. */
    reasons: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
    failed: Type.Array(Type.Object({ no: Type.String(), msg: nullable(Type.String()) })),
  },
  { title: 'BulkAnswer' },
)

/**
 * An action over many documents of a list: by their ids, or by the list's filters, which the server resolves when it
 * acts. Each document goes through the action runner separately, so one refusal does not undo the others.
 */
export function bulkRoute(document: ServerDocument, name: string): Route {
  const { definition } = document
  const action = definition.actions[name]!
  return defineRoute({
    method: 'POST',
    path: `${definition.api}/bulk/${name}`,
    right: action.right,
    bound: SELECTION_BOUND,
    summary: `${definition.name}: ${name}, of many at once`,
    mode: 'action',
    audit: { by: 'the action runner' },
    body,
    data: answer,
    handler: async (runtime, context, { body: input }) => {
      const request = (input.filters ?? {}) as ListRequest
      if ((input.ids === undefined) === (input.filters === undefined))
        throw new Refused(httpErrors.badRequest({}, { field: 'ids' }))
      // Required once before the first document, whatever they are about.
      if (!input.dryRun && action.stepUp) requireFresh(context)
      const key = context.idempotencyKey
      if (!input.dryRun && !key) throw new Refused(httpErrors.idempotencyKeyMissing())
      const chosen = { ids: input.ids ?? null, after: input.after ?? '0' }
      const atOnce = action.content ? SUBMITTED_AT_ONCE : AT_ONCE
      const [counted, rows] = await reading(runtime.pool, async (tx) => [
        await tx.first(eligibilityStatement(definition, name, context.principal, request, chosen)),
        input.dryRun
          ? []
          : await tx.rows(selectedStatement(definition, name, context.principal, request, chosen, atOnce)),
      ])
      const {
        matched = 0,
        capped = false,
        eligible = 0,
        wrong_state = 0,
        submitted = 0,
        foreign_draft = 0,
      } = counted ?? {}
      const { done, failed } = await actOnEach(runtime, document, name, context, key ?? '', rows)
      return {
        matched,
        capped,
        eligible,
        done,
        left: Math.max(0, eligible - rows.length),
        last: rows.at(-1)?.id ?? null,
        reasons: [
          { reason: 'notYours', count: foreign_draft },
          { reason: 'wrongState', count: wrong_state },
          { reason: 'submittedBefore', count: submitted },
        ].filter(({ count }) => count > 0),
        failed: failed.slice(0, NAMED),
      }
    },
  })
}

async function actOnEach(
  runtime: Runtime,
  document: ServerDocument,
  action: string,
  context: RequestContext,
  key: string,
  rows: readonly SelectedRow[],
): Promise<{ done: number; failed: { no: string; msg: string }[] }> {
  const failed: { no: string; msg: string }[] = []
  let done = 0
  const isSubmit = document.definition.actions[action]?.content === 'submitted'
  for (const row of rows) {
    // A draft is submitted as saved; the version detects a change meanwhile.
    const raw = isSubmit ? await draftOf(runtime, document, row.id) : null
    if (isSubmit && raw === null) continue
    // A key for each document derived from that of the call, so that a repeated call repeats nothing.
    const idempotencyKey = createHash('sha256').update(`${key} ${row.id}`).digest('base64url')
    const command = commandOf({ action, id: row.id, version: row.version, raw })
    try {
      await runAction(runtime, document, { ...context, idempotencyKey }, command)
      done += 1
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // A document that disappeared meanwhile was removed by somebody else, as wanted.
      if (error.first.key === documentErrors.notFound().key) continue
      failed.push({ no: row.no, msg: refusalText(context.language, error.first) })
    }
  }
  return { done, failed }
}

async function draftOf(runtime: Runtime, { definition }: ServerDocument, id: string): Promise<RawContent | null> {
  const head = await reading(runtime.pool, (tx) => tx.first(sqlOf(definition).read(id)))
  return (head?.draft as RawContent | null | undefined) ?? null
}
