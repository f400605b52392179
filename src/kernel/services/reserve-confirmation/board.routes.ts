import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { oneOf, text } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { instanceWithinLimits } from '#kernel/engine/document/document-access.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { approvalErrors, documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import {
  boardCount,
  boardPage,
  boardStates,
  boardView,
  eventView,
  type FoundReserve,
  isSeen,
  reserveById,
  reserveHistory,
} from './board-queries.ts'
import { boardCounts, boardEvent, boardRow } from './board-wire.ts'
import { RESERVE_STATES, type ReserveState } from '#kernel/engine/reserve/reserve-states.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'

/** The board of an area: its documents, address and rights. */
export interface BoardOptions {
  readonly documents: readonly ServerDocument[]
  readonly path: string
  readonly viewRight: string
  /** Each type of document also has a retry right of its own. */
  readonly retryRight: string
}

const AT_ONCE = 200
const count = Type.Integer()
const id = Type.String({ pattern: String.raw`^\d{1,18}$` })
const stateSchema = oneOf(RESERVE_STATES)

const word = Type.String({ maxLength: 100, pattern: String.raw`^[^\u0000]*$` })
export const boardFilters = {
  no: Type.Optional(word),
  documentType: Type.Optional(word),
  state: Type.Optional(Type.Union([stateSchema, Type.Array(stateSchema, { maxItems: RESERVE_STATES.length })])),
  owner: Type.Optional(word),
  isOverdue: Type.Optional(Type.Literal('yes')),
}
const place = {
  page: Type.Optional(count),
  limit: Type.Optional(count),
  sort: Type.Optional(Type.Array(text, { maxItems: 3 })),
}

export function typesOf(documents: readonly ServerDocument[]): readonly string[] {
  return documents.filter(({ definition }) => definition.reserve).map(({ definition }) => definition.name)
}

/** Every reserve that is not at rest, with its owner, reason, start and deadline; and retries, one or many. */
export function boardRoutes({ documents, path, viewRight, retryRight }: BoardOptions): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  const definitions = new Map(documents.map(({ definition }) => [definition.name, definition]))
  const types = typesOf(documents)
  const of = { path, viewRight, types, definitions }
  return [
    defineRoute({
      method: 'POST',
      right: viewRight,
      mode: 'read',
      path: `${path}/queryPage`,
      summary: 'Reserves that another system has to confirm: what is not at rest, or in the states that are asked for',
      body: Type.Object({ ...place, ...boardFilters }, { additionalProperties: false }),
      data: Type.Object({ records: Type.Array(boardRow), recordTotal: count, capped: Type.Boolean() }),
      async handler(tx, context, { body }) {
        const [rows, counted] = await Promise.all([
          tx.rows(boardPage(body, types, context.principal, context.now, pageOf(body))),
          tx.first(boardCount(body, types, context.principal, context.now)),
        ])
        return { records: rows.map((row) => boardView(context, definitions, row)), ...totalOf(counted) }
      },
    }),
    defineRoute({
      method: 'POST',
      right: viewRight,
      mode: 'read',
      path: `${path}/count`,
      summary: 'How many of them match',
      body: Type.Object({ ...place, ...boardFilters }, { additionalProperties: false }),
      data: totalSchema,
      async handler(tx, { principal, now }, { body }) {
        return { ...totalOf(await tx.first(boardCount(body, types, principal, now))), asOf: now.toISOString() }
      },
    }),
    statesRoute(of),
    detailRoute(of),
    retryRoute({ byName, types, path, retryRight }),
  ]
}

interface Reading extends Pick<BoardOptions, 'path' | 'viewRight'> {
  readonly types: readonly string[]
  readonly definitions: ReadonlyMap<string, AnyDefinition>
}

function statesRoute({ path, viewRight, types }: Reading): Route {
  return defineRoute({
    method: 'POST',
    right: viewRight,
    mode: 'read',
    path: `${path}/states`,
    summary: 'How many are in each state, how many are past their deadline, and since when the oldest does not rest',
    body: Type.Object({}),
    data: boardCounts,
    async handler(tx, { principal, now }) {
      const rows = await tx.rows(boardStates(types, principal, now))
      const of = (state: ReserveState) => rows.find((row) => row.state === state)?.count ?? 0
      const oldest = rows.map((row) => row.oldest.toISOString()).toSorted()[0] ?? null
      return {
        occupying: of('occupying'),
        failToOccupy: of('failToOccupy'),
        releasing: of('releasing'),
        failToRelease: of('failToRelease'),
        overdue: rows.reduce((sum, row) => sum + row.overdue, 0),
        oldestSince: oldest,
      }
    },
  })
}

function detailRoute({ path, viewRight, types, definitions }: Reading): Route {
  return defineRoute({
    method: 'POST',
    right: viewRight,
    mode: 'read',
    path: `${path}/detail`,
    summary: 'One of them, with what was asked for and answered so far',
    body: Type.Object({ id }),
    data: Type.Object({
      reserve: boardRow,
      history: Type.Array(boardEvent),
    }),
    async handler(tx, context, { body }) {
      const row = await tx.first(instanceWithinLimits(context.principal, reserveById(body.id), 'r'))
      if (!isSeen(context.principal, types, row)) throw new Refused(documentErrors.notFound())
      const history = await tx.rows(reserveHistory(row.document_id, row.round))
      return {
        reserve: boardView(context, definitions, row),
        history: history.map((event) => eventView(context, event)),
      }
    },
  })
}

function totalOf(counted: { readonly total: number } | undefined) {
  const total = counted?.total ?? 0
  return { recordTotal: Math.min(total, TOTAL_LIMIT), capped: total > TOTAL_LIMIT }
}

interface Retries extends Pick<BoardOptions, 'path' | 'retryRight'> {
  readonly byName: ReadonlyMap<string, ServerDocument>
  readonly types: readonly string[]
}

/** Each goes through the action runner separately, audited with the reason: one refusal does not undo the others. */
function retryRoute({ byName, types, path, retryRight }: Retries): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/retry`,
    right: retryRight,
    summary: 'Asks for failed ones anew, with a reason; where it may have arrived the other system is asked first',
    mode: 'action',
    audit: { by: 'the action runner' },
    body: Type.Object({
      ids: Type.Array(id, { minItems: 1, maxItems: AT_ONCE }),
      reason: Type.String({ maxLength: 1000, pattern: String.raw`^[^\u0000]*$` }),
    }),
    data: Type.Object({
      done: count,
      failed: Type.Array(Type.Object({ no: text, msg: text })),
    }),
    handler: async (runtime, context, { body }) => {
      const { idempotencyKey: key, language, principal } = context
      if (!key) throw new Refused(httpErrors.idempotencyKeyMissing())
      const reason = body.reason.trim()
      if (reason === '') throw new Refused(approvalErrors.reasonRequired({}, { field: 'reason' }))
      const failed: { no: string; msg: string }[] = []
      let done = 0
      for (const each of new Set(body.ids)) {
        const row = await reading(runtime.pool, (tx) =>
          tx.first(instanceWithinLimits(principal, reserveById(each), 'r')),
        )
        const document = isSeen(principal, types, row) ? byName.get(row.document_type) : undefined
        // A key for each reserve derived from that of the call, so that a repeated call repeats nothing.
        const idempotencyKey = createHash('sha256').update(`${key} ${each}`).digest('base64url')
        try {
          if (!row || !document) throw new Refused(documentErrors.notFound())
          await retry(runtime, { ...context, idempotencyKey }, document, row, reason)
          done += 1
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          failed.push({ no: document && row ? row.no : each, msg: refusalText(language, error.first) })
        }
      }
      return { done, failed }
    },
  })
}

async function retry(
  runtime: Runtime,
  context: RequestContext,
  document: ServerDocument,
  row: FoundReserve,
  opinion: string,
): Promise<void> {
  const action = Object.entries(document.definition.actions).find(([, one]) => one.retries)?.[0]
  if (!action) throw new Refused(documentErrors.notFound())
  const formInstanceId = `${row.document_id}-${row.round}`
  await runAction(runtime, document, context, commandOf({ action, formInstanceId, opinion }))
}
