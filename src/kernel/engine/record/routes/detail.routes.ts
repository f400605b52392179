import { Type } from 'typebox'
import { heldElsewhere, type RequestContext } from '#kernel/platform/access/principal.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { pascalCase } from '#kernel/platform/http/operation-name.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { readDated } from '../write/dated.ts'
import { readOpenChanges } from '../write/changes.ts'
import type { AnyRecord } from '../definition.ts'
import { readRows } from '../write/plan-records.ts'
import { recordErrors } from '../record.errors.ts'
import { isVisible, type RecordRow, wireOf } from '../record-sql.ts'
import {
  datedSchema,
  recordSchema,
  relatedSchema,
  stepSchema,
  treeNodeSchema,
  type WaitingChange,
  waitingSchema,
} from './record-wire.ts'
import { readRelated } from './related.ts'
import { readNodes, readPath } from './tree.ts'
import { readUses } from './read-usages.ts'
import { disclosureOf } from '../disclosure.ts'

const id = Type.String({ maxLength: 20 })
const NODES = 50

/** The row that a caller may see, or a refusal as if there were none. */
export async function visibleRow(tx: Tx, context: RequestContext, record: AnyRecord, ids: string): Promise<RecordRow> {
  const { byId } = await readRows(tx, record, context, { ids: [ids], keys: [] }, false)
  const row = byId.get(ids) ?? null
  if (!isVisible(record, context, row)) throw new Refused(recordErrors.notFound())
  return row
}

/** One record, and in a tree its ancestors and children. */
export function detailRoutes(record: AnyRecord): readonly Route[] {
  return [
    detailRoute(record),
    ...(record.parent === undefined ? [] : [childrenRoute(record)]),
    ...(record.dated === undefined ? [] : [dayRoute(record)]),
  ]
}

function detailRoute(record: AnyRecord): Route {
  return defineRoute({
    method: 'POST',
    path: `${record.api}/detail`,
    shows: disclosureOf(record, 'detail'),
    right: record.rights.view,
    summary: `${record.name}: one record, and what refers to it`,
    mode: 'read',
    body: Type.Object({ id }),
    data: Type.Object(
      {
        record: recordSchema(record),
        uses: Type.Array(
          Type.Object(
            {
              name: Type.String(),
              label: Type.String(),
              count: Type.Integer({ description: 'as far as the caller may know' }),
              shown: Type.Array(Type.String()),
              hasMore: Type.Boolean({ description: 'others beside them: uncounted, or of other organisations' }),
            },
            { title: 'RecordUse' },
          ),
        ),
        waiting: Type.Array(waitingSchema, { description: 'changes of it that wait for their approval' }),
        related: Type.Array(relatedSchema, { description: 'records that name it, each by its own right and scope' }),
        dated: Type.Array(datedSchema, { description: 'values by the day that they count from, the latest first' }),
        elsewhere: Type.Array(Type.String(), {
          description: "rights that the caller holds, though not for this record's organisation",
        }),
        path: Type.Array(stepSchema, { description: 'what stands above it in its tree, from the top down' }),
      },
      { title: pascalCase(record.name, 'record detail') },
    ),
    async handler(tx, context, { body }) {
      const row = await visibleRow(tx, context, record, body.id)
      const key = String(row[`v_${record.key}`])
      const uses = await readUses(tx, record, context, key)
      const waiting = ((await readOpenChanges(tx, record, [key])).get(key) ?? []).map((change): WaitingChange => ({
        no: change.no,
        formInstanceId: formInstanceId({ documentId: change.id, round: change.round }),
        changeKind: change.change_kind,
        fields: change.fields,
        by: context.language === 'zh' ? change.by_zh : change.by_en,
        submittedAt: change.submitted_at.toISOString(),
      }))
      const related = await readRelated(tx, context, record, key, row.scope_id)
      const dated = await readDated(tx, record, context.language, row.id)
      const path = await readPath(tx, record, context, row.id)
      const elsewhere = heldElsewhere(context.principal, row.scope_id)
      return { record: wireOf(record, row, context), uses, waiting, related, dated, elsewhere, path }
    },
  })
}

function dayRoute(record: AnyRecord): Route {
  return defineRoute({
    method: 'POST',
    path: `${record.api}/onDay`,
    right: record.rights.view,
    summary: `${record.name}: what counted on a day`,
    mode: 'read',
    body: Type.Object({ id, day: Type.String({ maxLength: 10 }) }),
    data: Type.Object({ value: Type.Union([datedSchema, Type.Null()]) }),
    async handler(tx, context, { body }) {
      if (!isDay(body.day)) throw new Refused(recordErrors.day({}, { field: 'day' }))
      await visibleRow(tx, context, record, body.id)
      const [value = null] = await readDated(tx, record, context.language, body.id, body.day)
      return { value }
    },
  })
}

function childrenRoute(record: AnyRecord): Route {
  return defineRoute({
    method: 'POST',
    path: `${record.api}/children`,
    right: record.rights.view,
    summary: `${record.name}: the top of its tree, or what is right below one, ${NODES} at a time`,
    mode: 'read',
    body: Type.Object({
      parent: Type.Optional(Type.String({ maxLength: 64, description: 'its code; without it the top' })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    data: Type.Object({ records: Type.Array(treeNodeSchema), hasMore: Type.Boolean() }),
    async handler(tx, context, { body }) {
      const { parent = null, page = 1, limit = NODES } = body
      const found = await readNodes(tx, record, context, {
        parent: parent?.replaceAll('\u0000', '') ?? null,
        limit,
        offset: (page - 1) * limit,
      })
      return found
    },
  })
}
