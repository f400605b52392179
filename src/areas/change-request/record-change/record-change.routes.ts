import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { atPlace, inScope, mayAt, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { serveDocument } from '#kernel/services/area/served-document.ts'
import { planRecords } from '#kernel/engine/record/write/plan-records.ts'
import { valuesOf } from '#kernel/engine/record/record-sql.ts'
import { withoutSecrets } from '#kernel/engine/record/write/secret.ts'
import { linesOf, textOf } from './change-request.rules.ts'
import { recordChange } from './record-change.doc.ts'
import { atLines, intentOf, recordChangeDocument, targetOf } from './record-change.document.ts'
import { namesOfChanges, namesSchema } from './record-change.names.ts'

const organisationOfScope = prepared<{ code: string }>(
  'change.organisation-of-scope',
  'select code from organisation where case when $1::int is null then parent_id is null else id = $1 end limit 1',
)

const start = defineRoute({
  method: 'POST',
  path: `${recordChange.api}/start`,
  right: 'change.record.submit',
  summary: 'What a change of this record begins with: whose it is, its guarded fields and their present values',
  mode: 'read',
  body: Type.Object({ recordKind: Type.String({ maxLength: 64 }), recordKey: Type.String({ maxLength: 200 }) }),
  data: Type.Object({
    organisationCode: Type.String(),
    name: Type.String(),
    state: Type.String(),
    fields: Type.Array(Type.Object({ field: Type.String(), label: Type.String(), value: nullable(Type.String()) })),
  }),
  async handler(tx, context, { body }) {
    const record = knownRecord(body.recordKind)
    const row = await tx.first(targetOf(context.principal, body.recordKind, body.recordKey))
    const { principal } = context
    if (!record || !row || !mayAt(principal, record.rights.edit, row.scope_id)) throw new Refused(httpErrors.notFound())
    if (row.scope_id !== null && !inScope(principal.scope, row.scope_id)) throw new Refused(httpErrors.notFound())
    const found = await tx.first(organisationOfScope(row.scope_id))
    const names = await namesOfChanges(tx, context.language, [body], [{}])
    const values = withoutSecrets(record.fields, atPlace(principal, row.scope_id), valuesOf(record, row))
    return {
      organisationCode: found?.code ?? '',
      name: Object.values(names.records)[0] ?? body.recordKey,
      state: row.state,
      fields: (record.guarded ?? []).map((field) => ({
        field,
        label: names.fields[field] ?? field,
        value: textOf(values[field]),
      })),
    }
  },
})

/** The values that the record's own rules refuse. */
async function refusedByRecord(
  tx: Tx,
  context: RequestContext,
  content: Parameters<typeof linesOf>[0],
  facts: Parameters<typeof linesOf>[1],
) {
  const { target } = facts
  const row = await tx.first(targetOf(context.principal, content.header.recordKind, content.header.recordKey))
  if (!target || !row) return []
  const lines = linesOf(content, facts).map(({ field, oldValue, value }) => ({
    field,
    oldValue: textOf(oldValue),
    value: textOf(value),
  }))
  const asked = { no: '', documentId: '0', round: 0, userId: context.principal.userId }
  const intent = intentOf(target.record, row, content.header.changeKind, lines, asked)
  const { plans } = await planRecords(tx, context, target.record, [intent], false)
  return atLines(plans[0]?.refusals ?? [], content.lines)
}

export const served = serveDocument({
  document: recordChangeDocument,
  detail: {
    summary: 'One change of master data with its lines and its approval',
    names: namesSchema,
  },
  check: {
    summary: 'Check a change before it is submitted, with the present values',
    isFound: ({ target }) => target !== null,
    checkFurther: refusedByRecord,
    answer: {
      schema: { lines: Type.Array(Type.Object({ row: Type.Integer(), oldValue: nullable(Type.String()) })) },
      read: (content, { target }) => ({
        lines: content.lines.map(({ field }, row) => ({ row, oldValue: textOf(target?.shown[field]) })),
      }),
    },
  },
  routes: [start],
})
