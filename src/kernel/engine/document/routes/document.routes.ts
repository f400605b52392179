import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { quarterOf } from '#kernel/base/clock/quarter.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import { type BodyBound, SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { type ListRequest, totalSchema } from '#kernel/platform/http/paging.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { bulkRoute } from '../action/bulk-action.ts'
import { inputDefinition, isAct } from '#kernel/engine/definition/act.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import { contentBound } from '../action/draft.ts'
import { countStatement, filtersOf, listPage } from '../list/list-query.ts'
import { namesOfRows } from '../list/list-names.ts'
import { listRowWire } from '../load-document.ts'
import {
  actionAnswerSchema,
  actSchema,
  besideOpinion,
  contentSchema,
  decision,
  documentSchema,
  lessSchema,
  listBody,
} from './document-schemas.ts'
import type { Command } from '../action/command.ts'
import { axesOf } from '../axes/axes-of.ts'
import { isKernelVerb } from '../kernel-actions.ts'
import { runAction } from '../action/run-action.ts'
import type { AnyDocument, ServerDocument } from '../server-document.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/platform/http/totals.ts'

interface ListOptions {
  /** Its list includes the names of codes whose lists are too long for a page: customers. */
  readonly namesCodes?: boolean
}

/** The calls that every document has: one for each action, its list and its count; its print is added for all types at once. */
export function documentRoutes(document: ServerDocument, { namesCodes = false }: ListOptions = {}): Route[] {
  const { definition } = document
  return [
    ...Object.keys(definition.actions)
      // Actions common to all types share one address (approval/verb.routes.ts).
      .filter((action) => !isKernelVerb(action))
      .map((action) => actionRoute(document, action)),
    ...Object.keys(definition.actions)
      .filter((action) => definition.actions[action]?.bulk)
      .map((action) => bulkRoute(document, action)),
    listRoute(document, namesCodes),
    countRoute(definition),
  ]
}

function actionRoute(document: ServerDocument, name: string): Route {
  const { definition } = document
  const action = definition.actions[name]!
  const byContent = action.content !== undefined
  const body = byContent
    ? action.approval
      ? Type.Object({ ...contentSchema(definition).properties, chosen: besideOpinion.chosen })
      : contentSchema(definition)
    : isAct(action)
      ? actSchema(definition, name)
      : action.removes
        ? Type.Object({ id: Type.String(), version: Type.Integer() })
        : name === 'approve' && definition.partialApproval
          ? Type.Object({ ...decision, less: Type.Optional(lessSchema) }, { title: 'DecisionOnAmounts' })
          : Type.Object(decision, { title: 'Decision' })
  return defineRoute({
    method: 'POST',
    path: definition.calls?.[name] ?? `${definition.api}/${name}`,
    right: action.right,
    summary: `${definition.name}: ${name}`,
    mode: 'action',
    audit: { by: 'the action runner' },
    ...boundOf(definition, name, byContent),
    body,
    data: actionAnswerSchema,
    handler: (runtime, context, { body: input }) =>
      runAction(runtime, document, context, commandOf(name, input as Record<string, unknown>, byContent)),
  })
}

/** Content and inputs as large as their fields allow, amounts for each line, or what any call may send. */
function boundOf(definition: AnyDocument, name: string, byContent: boolean): { readonly bound?: BodyBound } {
  const input = inputDefinition(definition, name)
  if (byContent || input) return { bound: contentBound(input ?? definition) }
  return name === 'approve' && definition.partialApproval ? { bound: SELECTION_BOUND } : {}
}

function commandOf(action: string, said: Readonly<Record<string, unknown>>, byContent: boolean): Command {
  const { id, version, formInstanceId, taskId, contentHash, opinion, chosen, ...raw } = said
  const { files, less, input } = said
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const validId = text(id)
  return {
    action,
    // A malformed id matches nothing: the runner answers that the document does not exist.
    id: validId === null ? null : /^\d{1,18}$/.test(validId) ? validId : '0',
    version: typeof version === 'number' ? version : null,
    formInstanceId: text(formInstanceId),
    taskId: text(taskId),
    contentHash: text(contentHash),
    opinion: (text(opinion) ?? '').trim(),
    raw: byContent ? (raw as RawContent) : null,
    ...(chosen === undefined ? {} : { chosen: chosen as NonNullable<Command['chosen']> }),
    // Files of content belong to the document, those of a decision to the opinion.
    ...(byContent || files === undefined ? {} : { files: files as readonly string[] }),
    ...(byContent || input === undefined ? {} : { input: input as NonNullable<Command['input']> }),
    ...(byContent || less === undefined ? {} : { less: lessOf(less as NonNullable<Command['less']>) }),
  }
}

const lessOf = ({ reason, lines }: NonNullable<Command['less']>) => ({ reason: reason.trim(), lines })

function totalAddress(
  definition: AnyDocument,
  request: ListRequest,
  { principal, now }: Pick<RequestContext, 'principal' | 'now'>,
): TotalAddress {
  // Participation and drafts make a list personal, so its total is cached for the person and their current access.
  const scope = [principal.userId, principal.scope, limitMark(principal)]
  const filters = filtersOf(definition, request)
  // A state that follows from the time changes without a row that does.
  const isOfTime = axesOf(definition).some(([name, { kept }]) => kept.of === 'intervals' && name in filters)
  return {
    kind: definition.name,
    filters: isOfTime ? [filters, quarterOf(now)] : filters,
    scope,
  }
}

const ofCodes = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))

function listRoute(document: ServerDocument, namesCodes: boolean): Route {
  const { definition } = document
  const record = documentSchema(definition)
  return defineRoute({
    method: 'POST',
    path: definition.calls?.['queryByPage'] ?? `${definition.api}/queryByPage`,
    right: definition.viewRight,
    summary: `${definition.name}: one page`,
    mode: 'read',
    body: listBody,
    data: Type.Object({
      records: Type.Array(namesCodes ? Type.Intersect([record, Type.Object({ names: ofCodes })]) : record),
      recordTotal: nullable(Type.Integer()),
      capped: Type.Boolean(),
    }),
    handler: async (tx, context, { body }) => {
      const request = body as ListRequest
      const [rows, total] = await Promise.all([
        readPage(tx, listPage(definition, context.principal, request)),
        knownTotal(tx, totalAddress(definition, request, context)),
      ])
      const wires = rows.map((row) => listRowWire(context, definition, row))
      const names = namesCodes ? await namesOfRows(tx, context, document, wires) : null
      const records = names ? wires.map((wire, index) => ({ ...wire, names: names[index] })) : wires
      return { records: records as never, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false }
    },
  })
}

function countRoute(definition: AnyDocument): Route {
  return defineRoute({
    method: 'POST',
    path: `${definition.api}/count`,
    right: definition.viewRight,
    summary: `${definition.name}: how many match`,
    mode: 'read',
    body: listBody,
    data: totalSchema,
    handler: (tx, context, { body }) => {
      const request = body as ListRequest
      return countedTotal(
        tx,
        totalAddress(definition, request, context),
        countStatement(definition, context.principal, request),
      )
    },
  })
}
