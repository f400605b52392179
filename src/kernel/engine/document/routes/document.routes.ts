import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import { EFFECT_STATES } from '#kernel/engine/definition/effect.ts'
import { RESERVE_STATES } from '#kernel/engine/reserve/reserve-states.ts'
import { reserveSchema } from '#kernel/engine/reserve/reserve-wire.ts'
import { effectSchema } from '#kernel/engine/effects/effect-wire.ts'
import { SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { pascalCase } from '#kernel/platform/http/operation-name.ts'
import { type ListRequest, totalSchema } from '#kernel/platform/http/paging.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { bulkRoute } from '../action/bulk-action.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import { contentBound } from '../action/draft.ts'
import { countStatement, filtersOf, listPage } from '../list/list-query.ts'
import { namesOfRows } from '../list/list-names.ts'
import { listRowWire } from '../load-document.ts'
import type { Command } from '../action/command.ts'
import { isKernelVerb } from '../kernel-actions.ts'
import { MOST_REASON } from '../action/partial-approval.ts'
import { runAction } from '../action/run-action.ts'
import type { AnyDocument, ServerDocument } from '../server-document.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/platform/http/totals.ts'

export const refusalSchema = Type.Object(
  {
    key: Type.String(),
    params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    field: Type.Optional(Type.String()),
    row: Type.Optional(Type.Integer()),
    msg: Type.String(),
  },
  { title: 'Refusal' },
)

const taskAddress = Type.Object(
  { taskId: Type.String(), formInstanceId: Type.String(), docType: Type.String() },
  { title: 'TaskAddress' },
)

export const actionAnswerSchema = Type.Object(
  {
    id: Type.String(),
    no: Type.String(),
    version: Type.Integer(),
    state: Type.String(),
    formInstanceId: nullable(Type.String()),
    templateCode: nullable(Type.String()),
    nextTask: nullable(taskAddress),
  },
  { title: 'ActionAnswer' },
)

/** Keys of uploaded files (`/aps/attachment/file/upload`). */
export const fileKeysSchema = Type.Array(Type.String({ maxLength: 120 }), { title: 'FileKeys', maxItems: 100 })

export const attachmentSchema = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    type: Type.String({ description: 'image/png, image/jpeg or application/pdf' }),
    size: Type.Integer({ description: 'bytes' }),
  },
  { title: 'Attachment' },
)
/** People and files of an act: for steps ahead and for the opinion. */
export const besideOpinion = {
  chosen: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 }), {
      title: 'ChosenPeople',
    }),
  ),
  files: Type.Optional(fileKeysSchema),
}

/** Of an approval: lines that are approved in part. */
const lessSchema = Type.Object(
  {
    reason: Type.String({ maxLength: MOST_REASON }),
    lines: Type.Array(Type.Object({ line: Type.Integer(), amount: Type.String({ maxLength: 40 }) }), {
      maxItems: 10_000,
      description: 'number of the line from 1, and what is agreed to of it: decimal text with at most two decimals',
    }),
  },
  { title: 'AgreedLess', additionalProperties: false },
)

export const personSchema = Type.Object({ account: Type.String(), name: Type.String() }, { title: 'Person' })

/**
 * Raw content. Deliberately open: missing values and wrong types are answered by field and row with a text in the
 * reader's language, not by a schema error; the description says what each field takes.
 */
export function contentSchema(definition: AnyDocument) {
  const open = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !field.computed)
        .map(([name, field]) => [name, Type.Optional(Type.Unknown({ description: describe(field) }))]),
    )
  return Type.Object(
    {
      id: Type.Optional(nullable(Type.String())),
      version: Type.Optional(nullable(Type.Integer())),
      ...open(definition.fields),
      ...(definition.attachments ? { files: Type.Optional(fileKeysSchema) } : {}),
      lines: Type.Optional(Type.Array(Type.Object(open(definition.lines)))),
    },
    { title: pascalCase(definition.name, 'content') },
  )
}

function describe(field: Field): string {
  const required = field.required ? 'required' : 'optional'
  switch (field.kind) {
    case 'money':
      return `${required}; decimal text with at most two decimals, "1234.50"`
    case 'integer':
      return `${required}; whole number${field.range ? ` from ${field.range[0]} to ${field.range[1]}` : ''}`
    case 'date':
      return `${required}; day "2026-01-31"${field.years ? ` of the years ${field.years[0]} to ${field.years[1]}` : ''}`
    case 'decimal':
      return `${required}; decimal text from ${field.exact?.min} to ${field.exact?.max} with at most ${field.exact?.digits} decimals`
    case 'ladder':
      return `${required}; tiers "0-100:2.00;100-:3.50" from 0 without gaps to no end, at most ${field.ladder?.most}`
    case 'list':
      return `${required}; at most ${field.list?.most} codes, separated by spaces`
    case 'choice':
      return `${required}; one of ${(field.options ?? []).join(', ')}`
    case 'code':
    case 'text':
      return `${required}; text of at most ${field.max} characters`
  }
}

/** A document's header as lists and pages show it. */
export function documentSchema(definition: AnyDocument) {
  return Type.Object(
    {
      id: Type.String(),
      no: Type.String(),
      version: Type.Integer(),
      state: Type.String(),
      drafter: personSchema,
      createdAt: Type.String(),
      updatedAt: Type.String(),
      submittedAt: nullable(Type.String()),
      formInstanceId: nullable(Type.String()),
      currentHolder: Type.Array(personSchema),
      waitingSince: nullable(Type.String()),
      isEarlierRound: Type.Optional(
        Type.Boolean({ description: 'the link is of a round that was followed by another' }),
      ),
      newestFormInstanceId: Type.Optional(
        nullable(Type.String({ description: 'of the newest round; one document only' })),
      ),
      timezone: Type.Optional(Type.String({ description: 'of the organisation it belongs to; one document only' })),
      ...(definition.effects
        ? {
            effects: Type.Optional(Type.Array(effectSchema, { description: 'one document only' })),
            pushStatus: Type.Optional(
              nullable(Type.String({ description: `lists only; one of ${EFFECT_STATES.join(', ')}` })),
            ),
          }
        : {}),
      ...(definition.reserve
        ? {
            reserve: Type.Optional(reserveSchema),
            reserveStatus: Type.Optional(
              nullable(Type.String({ description: `lists only; one of ${RESERVE_STATES.join(', ')}` })),
            ),
          }
        : {}),
      attachments: Type.Optional(Type.Array(attachmentSchema, { description: 'one document only' })),
      ...Object.fromEntries(Object.keys(definition.fields).map((name) => [name, Type.Unknown()])),
    },
    { title: pascalCase(definition.name, 'document') },
  )
}

/** A list's request: filters beside page and order. */
export const listBody = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
  },
  { title: 'ListRequest' },
)

/** Inputs of an approval act. */
const decision = {
  formInstanceId: Type.String(),
  taskId: Type.Optional(Type.String()),
  version: Type.Optional(Type.Integer()),
  contentHash: Type.Optional(Type.String()),
  opinion: Type.Optional(Type.String({ maxLength: 1000 })),
  ...besideOpinion,
}

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
    ...(byContent ? { bound: contentBound(definition) } : 'less' in body.properties ? { bound: SELECTION_BOUND } : {}),
    body,
    data: actionAnswerSchema,
    handler: (runtime, context, { body: input }) =>
      runAction(runtime, document, context, commandOf(name, input as Record<string, unknown>, byContent)),
  })
}

function commandOf(action: string, input: Readonly<Record<string, unknown>>, byContent: boolean): Command {
  const { id, version, formInstanceId, taskId, contentHash, opinion, chosen, ...raw } = input
  const { files, less } = input
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
    ...(byContent || less === undefined ? {} : { less: lessOf(less as NonNullable<Command['less']>) }),
  }
}

const lessOf = ({ reason, lines }: NonNullable<Command['less']>) => ({ reason: reason.trim(), lines })

function totalAddress(definition: AnyDocument, request: ListRequest, principal: Principal): TotalAddress {
  // Participation and drafts make a list personal, so its total is cached for the person and their current access.
  const scope = [principal.userId, principal.scope, limitMark(principal)]
  return { kind: definition.name, filters: filtersOf(definition, request), scope }
}

const ofCodes = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))

function listRoute(document: ServerDocument, namesCodes: boolean): Route {
  const { definition } = document
  const record = documentSchema(definition)
  return defineRoute({
    method: 'POST',
    path: `${definition.api}/queryByPage`,
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
        knownTotal(tx, totalAddress(definition, request, context.principal)),
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
        totalAddress(definition, request, context.principal),
        countStatement(definition, context.principal, request),
      )
    },
  })
}
