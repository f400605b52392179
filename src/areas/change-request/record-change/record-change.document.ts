import { type Limited, limitSql } from '#kernel/platform/access/limits.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { atPlace, inScope, mayAt } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { lineSqlOf } from '#kernel/engine/document/line-sql.ts'
import type { FactReader } from '#kernel/engine/document/fact-sight.ts'
import type { Ended } from '#kernel/engine/document/hook-inputs.ts'
import { bindDocument, type FactSpecs, type LineReader } from '#kernel/engine/document/server-document.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import type { ChangeRequester, OpenChange } from '#kernel/engine/record/write/changes.ts'
import { openChangesOf } from '#kernel/engine/record/write/changes.ts'
import { type AnyRecord, columnFor, recordText } from '#kernel/engine/record/definition.ts'
import { knownRecord, knownRecords } from '#kernel/engine/record/known-records.ts'
import {
  type RecordIntent,
  planRecords,
  readRows,
  type RecordWriter,
} from '#kernel/engine/record/write/plan-records.ts'
import { type RecordRow, selectSql, valuesOf } from '#kernel/engine/record/record-sql.ts'
import { isHidden, masked, withoutSecrets } from '#kernel/engine/record/write/secret.ts'
import { writeRecord } from '#kernel/engine/record/write/write-records.ts'
import { changeErrors } from '../change-request.errors.ts'
import { type ChangeFacts, checkChange, linesOf, scopeOf, textOf } from './change-request.rules.ts'
import { type RecordChangeRequest, recordChange } from './record-change.doc.ts'
import { namesOfChanges, titledChanges } from './record-change.names.ts'

type Values = Readonly<Record<string, unknown>>

const NOTHING: Statement<never> = { text: 'select where false', values: [] }

interface OrganisationRow {
  readonly id: number
  readonly is_root: boolean
}

const organisation = prepared<OrganisationRow>(
  'change.organisation',
  'select id, parent_id is null as is_root from organisation where code = $1',
)

/**
 * A row by key, if it is within the customers and stores that its reader is limited to; field values are codes, which
 * are language-independent.
 */
export function targetOf(reader: Limited, kind: unknown, key: string): Statement<RecordRow> {
  const record = knownRecord(kind)
  if (!record || key.includes('\u0000')) return NOTHING
  const column = columnFor(record.key, record.fields[record.key]!)
  const values: unknown[] = [key]
  const limits = limitSql(reader, record.table, 't', (value) => `$${values.push(value)}`)
  return { text: `${selectSql(record, 'en')} where ${[`t.${column} = $1`, ...limits].join(' and ')}`, values }
}

export const changeFacts: FactSpecs<RecordChangeRequest, ChangeFacts> = {
  target: {
    actions: ['save', 'submit'],
    sight: { row: ({ scope_id }: RecordRow, { scope }: FactReader) => scope_id === null || inScope(scope, scope_id) },
    statement: ({ content, principal }) =>
      targetOf(principal, content?.header.recordKind, content?.header.recordKey ?? ''),
    read: (rows, { content, principal }) => {
      const [row] = rows as RecordRow[]
      const record = knownRecord(content?.header.recordKind)
      if (!row || !record) return null
      const values = valuesOf(record, row)
      return {
        record,
        id: row.id,
        state: row.state,
        scopeId: row.scope_id,
        values,
        shown: withoutSecrets(record.fields, atPlace(principal, row.scope_id), values),
        mayEdit: mayAt(principal, record.rights.edit, row.scope_id),
      }
    },
  },
  organisation: {
    actions: ['save', 'submit'],
    sight: { row: ({ id, is_root }: OrganisationRow, { scope }: FactReader) => is_root || inScope(scope, id) },
    statement: ({ content }) => organisation(content?.header.organisationCode ?? ''),
    read: ([row]: OrganisationRow[]) => (row ? { id: row.id, isRoot: row.is_root } : null),
  },
  asked: {
    actions: ['submit'],
    sight: { accompanies: 'target' },
    statement: ({ content }) => openChangesOf(content?.header.recordKind ?? '', [content?.header.recordKey ?? '']),
    read: (rows, { documentId }) =>
      (rows as OpenChange[])
        .filter(({ id }) => id !== documentId)
        .map(({ no, change_kind: kind, fields }) => ({ no, kind, fields })),
  },
}

/** Locks the record for requests: two changes of one field cannot both find it free. */
function holdTarget(kind: unknown, key: string): Statement {
  const record = knownRecord(kind)
  if (!record || key.includes('\u0000')) return NOTHING
  const column = columnFor(record.key, record.fields[record.key]!)
  return { text: `select from ${record.table} t where t.${column} = $1 for update`, values: [key] }
}

export interface StoredLine {
  readonly field: string
  readonly oldValue: string | null
  readonly value: string | null
}

async function storedLines(tx: Tx, { id, round }: Pick<Ended, 'id' | 'round'>): Promise<readonly StoredLine[]> {
  const rows = await tx.rows(lineSqlOf(recordChange).read(id, round))
  return rows.map((row) => ({
    field: String(row['field']),
    oldValue: textOf(row['old_value']),
    value: textOf(row['value']),
  }))
}

/** The effect of its approval on the record: the fields of the lines, over the current ones. */
export function intentOf(
  record: AnyRecord,
  row: RecordRow,
  changeKind: unknown,
  lines: readonly StoredLine[],
  asked: ChangeRequester,
): RecordIntent {
  if (changeKind === 'new') return { act: 'approve', id: row.id, asked }
  const values = { ...valuesOf(record, row), ...Object.fromEntries(lines.map(({ field, value }) => [field, value])) }
  return { act: 'update', id: row.id, values, asked }
}

/** The record is written on behalf of both people, whichever of them may see its references. */
function writerOf({ principal, language, requestId, address, now }: RequestContext): RecordWriter {
  return { principal: { ...principal, scope: 'all' }, language, requestId, address, now }
}

/** A refusal about a field of the record is shown at the line with that field. */
export function atLines(refusals: readonly Refusal[], lines: readonly { readonly field: string }[]): Refusal[] {
  return refusals.map((refusal) => {
    const row = lines.findIndex((line) => line.field === refusal.field)
    return row === -1 ? refusal : { ...refusal, field: 'value', row }
  })
}

async function readTarget(tx: Tx, context: RequestContext, ended: Ended, isLocking: boolean) {
  const record = knownRecord(ended.header['recordKind'])
  const key = String(ended.header['recordKey'])
  const row = record && (await readRows(tx, record, context, { ids: [], keys: [key] }, isLocking)).byKey.get(key)
  if (!record || !row) throw new Refused(changeErrors.gone())
  const { id: documentId, no, round, drafterId: userId } = ended
  return { record, row, asked: { no, documentId, round, userId }, lines: await storedLines(tx, ended) }
}

/** The record's own rules are checked before anybody is asked to approve. */
async function tryChange(tx: Tx, context: RequestContext, ended: Ended): Promise<void> {
  const { record, row, asked, lines } = await readTarget(tx, context, ended, false)
  const writer = { ...context, principal: context.principal }
  const intent = intentOf(record, row, ended.header['changeKind'], lines, asked)
  const { plans } = await planRecords(tx, writer, record, [intent], false)
  const [plan] = plans
  if (plan?.refusals) throw new Refused(atLines(plan.refusals, lines))
}

/** The last approval: none of the requested fields may have changed since, then the record's one writer writes it. */
async function makeChange(tx: Tx, context: RequestContext, ended: Ended): Promise<void> {
  const { record, row, asked, lines } = await readTarget(tx, context, ended, true)
  const isNew = ended.header['changeKind'] === 'new'
  const now = valuesOf(record, row)
  const moved = lines.filter(({ field, oldValue, value }) => textOf(now[field]) !== (isNew ? value : oldValue))
  if (moved.length > 0) throw new Refused(movedOf(record, moved, now, context))
  const intent = intentOf(record, row, ended.header['changeKind'], lines, asked)
  await writeRecord(tx, writerOf(context), record, intent, 'change')
}

/** An approver is told no more about a secret than the page shows them. */
function movedOf(
  record: AnyRecord,
  moved: readonly StoredLine[],
  now: Readonly<Record<string, string | number | null>>,
  { principal }: Pick<RequestContext, 'principal'>,
) {
  const differences = moved.map(({ field, oldValue, value }) => {
    const isSecret = isHidden(record.fields[field]!, principal)
    const shown = (one: string | number | null) => (isSecret ? masked(one) : one)
    return { field, oldValue: shown(oldValue), value: shown(value), now: shown(now[field] ?? null) }
  })
  const refusal = changeErrors.moved({ fields: `@${recordText(record, `fields.${moved[0]!.field}`)}` })
  return { ...refusal, data: { differences } }
}

/** A secret is masked for people without its right; the requester has typed the new value themselves. */
function shownTo({ principal, isDrafter }: LineReader, header: Values, lines: readonly Values[]): readonly Values[] {
  const record = knownRecord(header['recordKind'])
  const isOwn = isDrafter && header['changeKind'] === 'change'
  return lines.map((line) => {
    const field = record?.fields[String(line['field'])]
    if (!field || !isHidden(field, principal)) return line
    const value = textOf(line['value'] as string | null)
    return {
      ...line,
      oldValue: masked(textOf(line['oldValue'] as string | null)),
      value: isOwn ? value : masked(value),
    }
  })
}

function secretRights(): readonly string[] {
  const fields = knownRecords().flatMap((record) => Object.values(record.fields))
  return [...new Set(fields.flatMap(({ secret }) => (secret === undefined ? [] : [secret])))]
}

export const recordChangeDocument = bindDocument<RecordChangeRequest, ChangeFacts>({
  definition: recordChange,
  load: {
    facts: changeFacts,
    locks: {
      actions: ['submit'],
      statement: ({ content }) => holdTarget(content?.header.recordKind, content?.header.recordKey ?? ''),
    },
    scopeOf,
    organisationOf: (content) => content.header.organisationCode,
    concerned: ({ header }) => (knownRecord(header.recordKind)?.ofPerson ? [header.recordKey ?? ''] : []),
  },
  validate: {
    check: checkChange,
    // Requester and approver: an account can be changed this way as well as by its form.
    asksFresh: ({ recordKind }) => knownRecord(recordKind)?.stepUp === true,
  },
  derive: {
    lines: linesOf,
    computed: () => ({}),
    variables: ({ header, lines }) => ({
      changeKind: header.changeKind,
      recordKind: header.recordKind,
      fields: lines.map(({ field }) => field),
    }),
  },
  present: {
    names: namesOfChanges,
    titled: titledChanges,
    shownTo,
    secretRights,
    taskFacts: ['recordKey'],
  },
  post: {
    plans: {},
    within: { submit: tryChange, approve: makeChange },
  },
})
