import { type TProperties, Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { atPlace, type RequestContext } from '#kernel/platform/access/principal.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/platform/http/totals.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { pascalCase } from '#kernel/platform/http/operation-name.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { AnyRecord } from '../definition.ts'
import { detailRoutes, visibleRow } from './detail.routes.ts'
import { HISTORY_PAGE, recordHistory } from './history.ts'
import { type RecordIntent, readRows } from '../write/plan-records.ts'
import { recordErrors } from '../record.errors.ts'
import { recordCount, recordFilters, recordPage } from './record-list.ts'
import { wireOf } from '../record-sql.ts'
import { historySchema, recordFilterSchemas, recordSchema } from './record-wire.ts'
import { disclosureOf } from '../disclosure.ts'
import { placesRoutes } from './places.routes.ts'
import { choicesOf } from '../references.ts'
import { writeRecord } from '../write/write-records.ts'

const id = Type.String({ maxLength: 20 })
const version = Type.Integer()
const choice = Type.Object({ code: Type.String(), name: Type.String() }, { title: 'Choice' })
const address = Type.Object({ id, version }, { title: 'RecordAddress' })
/** Open, like documents' content: missing values and wrong types are answered by field, with a text in the reader's language. */
const values = Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())

/** The calls that every record has. */
export function recordRoutes(record: AnyRecord): Route[] {
  return [...readRoutes(record), ...writeRoutes(record)]
}

function totalAddress(record: AnyRecord, request: ListRequest, { principal }: RequestContext): TotalAddress {
  const scope = !record.scope || principal.scope === 'all' ? 'all' : principal.scope.toSorted((a, b) => a - b)
  return {
    kind: record.name,
    filters: Object.fromEntries(recordFilters(record, request)),
    scope: [scope, limitMark(principal)],
  }
}

function readRoutes(record: AnyRecord): Route[] {
  const { api, name, rights } = record
  const listBody = Type.Object(
    {
      page: Type.Optional(Type.Integer()),
      limit: Type.Optional(Type.Integer()),
      sort: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
      ...recordFilterSchemas(record),
    },
    { title: pascalCase(name, 'record query'), additionalProperties: false },
  )
  return [
    defineRoute({
      method: 'POST',
      path: `${api}/queryPage`,
      shows: disclosureOf(record, 'list'),
      right: rights.view,
      summary: `${name}: one page`,
      mode: 'read',
      body: listBody,
      data: Type.Object({
        records: Type.Array(recordSchema(record)),
        recordTotal: nullable(Type.Integer()),
        capped: Type.Boolean(),
      }),
      async handler(tx, context, { body }) {
        const request = body as ListRequest
        const [rows, total] = await Promise.all([
          readPage(tx, recordPage(record, context.principal, context.language, request)),
          knownTotal(tx, totalAddress(record, request, context)),
        ])
        const records = rows.map((row) => wireOf(record, row, context))
        return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false }
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${api}/count`,
      right: rights.view,
      summary: `${name}: how many match`,
      mode: 'read',
      body: listBody,
      data: totalSchema,
      handler: (tx, context, { body }) => {
        const request = body as ListRequest
        return countedTotal(tx, totalAddress(record, request, context), recordCount(record, context.principal, request))
      },
    }),
    ...detailRoutes(record),
    defineRoute({
      method: 'POST',
      path: `${api}/history`,
      shows: disclosureOf(record, 'history'),
      right: rights.view,
      summary: `${name}: what changed, newest first, ${HISTORY_PAGE} at a time`,
      mode: 'read',
      body: Type.Object({ id, page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
      data: Type.Object({ records: Type.Array(historySchema) }, { title: 'RecordHistory' }),
      async handler(tx, context, { body }) {
        const row = await visibleRow(tx, context, record, body.id)
        const reader = { ...context, principal: atPlace(context.principal, row.scope_id) }
        return { records: await recordHistory(tx, record, reader, body.id, body.page ?? 1) }
      },
    }),
    choiceRoute(record),
    ...placesRoutes(record),
  ]
}

function choiceRoute(record: AnyRecord): Route {
  return defineRoute({
    method: 'POST',
    path: `${record.api}/choices`,
    right: record.rights.view,
    summary: `${record.name}: what a field may refer to, by code or name`,
    mode: 'read',
    body: Type.Object(
      {
        field: Type.String({ maxLength: 64 }),
        keyword: Type.Optional(Type.String({ maxLength: 100 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      },
      { title: 'ChoicesRequest' },
    ),
    data: Type.Object({ records: Type.Array(choice) }, { title: 'Choices' }),
    async handler(tx, { principal, language }, { body }) {
      const reference = Object.hasOwn(record.fields, body.field) ? record.fields[body.field]?.refersTo : undefined
      if (!reference)
        throw new Refused(httpErrors.invalidField({ field: 'field', reason: 'invalid' }, { field: 'field' }))
      const keyword = (body.keyword ?? '').replaceAll('\u0000', '').trim()
      const rows = await tx.rows(choicesOf(reference, principal, keyword, body.limit ?? 200))
      return { records: rows.map((row) => ({ code: row.code, name: language === 'zh' ? row.name_zh : row.name_en })) }
    },
  })
}

function writeRoutes(record: AnyRecord): Route[] {
  const right = record.rights.edit
  const stepUp = record.stepUp === true
  // Secret values are not stored a second time with the answer of a repeatable call.
  const answersOnce = Object.values(record.fields).some(({ secret }) => secret !== undefined)
  const data = Type.Object({ record: recordSchema(record) }, { title: pascalCase(record.name, 'record answer') })
  const from = Type.String({ maxLength: 10, description: 'the day that the dated value counts from; without it today' })
  const dated: TProperties = record.dated ? { from: Type.Optional(from) } : {}
  const write = async (tx: Tx, context: RequestContext, intent: RecordIntent) => {
    const outcome = await writeRecord(tx, context, record, intent).catch((error: unknown) =>
      withStored(tx, context, record, intent, error),
    )
    // The creator of an organisation sees it from their next call on; this answer shows what they wrote.
    const { byId } = await readRows(tx, record, context, { ids: [outcome.id], keys: [] }, false)
    return { record: wireOf(record, byId.get(outcome.id)!, context) }
  }
  const routes = [
    defineRoute({
      method: 'POST',
      right,
      mode: 'write',
      stepUp,
      audit: { by: 'write-records.ts' },
      answersOnce,
      path: `${record.api}/create`,
      summary: `${record.name}: a new one`,
      body: Type.Object({ values }),
      data,
      handler: (tx, context, { body }) => write(tx, context, { act: 'create', values: body.values }),
    }),
    defineRoute({
      method: 'POST',
      right,
      mode: 'write',
      stepUp,
      audit: { by: 'write-records.ts' },
      answersOnce,
      path: `${record.api}/delete`,
      summary: `${record.name}: gone, while nothing refers to it; 409 with the list of what does`,
      body: address,
      data: Type.Object({ id: Type.String() }),
      async handler(tx, context, { body }) {
        const outcome = await writeRecord(tx, context, record, { act: 'delete', ...body })
        return { id: outcome.id }
      },
    }),
  ]
  const update = defineRoute({
    method: 'POST',
    right,
    mode: 'write',
    stepUp,
    audit: { by: 'write-records.ts' },
    answersOnce,
    path: `${record.api}/update`,
    summary: `${record.name}: change all fields of the version that was read; 409 with what is stored where it changed since`,
    body: Type.Object({ id, version, values, ...dated }),
    data,
    handler: (tx, context, { body }) => write(tx, context, { act: 'update', ...body } as RecordIntent),
  })
  if (!record.appendOnly) routes.push(update)
  if (!record.states) return routes
  const switches = (['enable', 'disable'] as const).map((act) =>
    defineRoute({
      method: 'POST',
      right: record.rights.enable ?? right,
      mode: 'write',
      stepUp,
      audit: { by: 'write-records.ts' },
      answersOnce,
      path: `${record.api}/${act}`,
      summary: `${record.name}: ${act}`,
      body: address,
      data,
      handler: (tx, context, { body }) => write(tx, context, { act, ...body }),
    }),
  )
  return [...routes, ...switches]
}

/** On a version conflict the caller is shown the stored values, to compare. */
async function withStored(
  tx: Tx,
  context: RequestContext,
  record: AnyRecord,
  intent: RecordIntent,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Refused) || error.first.key !== recordErrors.stale({ by: '', at: '' }).key) throw error
  const row = await visibleRow(tx, context, record, intent.id ?? '')
  throw new Refused({ ...error.first, data: { record: wireOf(record, row, context) } })
}
