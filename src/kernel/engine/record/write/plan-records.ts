import { atPlace, narrowed, type Principal } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { readValues } from '#kernel/engine/definition/content.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type ChangeRequester, readOpenChanges } from './changes.ts'
import { disabledChoices, readFields } from '../choice-rules.ts'
import { codesIn, joinCodes } from './codes.ts'
import {
  type AnyRecord,
  type Author,
  columnFor,
  keyField,
  keyIn,
  type RecordValues,
  recordText,
  referringFields,
} from '../definition.ts'
import { changedFields, isSame } from './changed-fields.ts'
import { keyTaken } from './key-taken.ts'
import { readClaims } from './unique-values.ts'
import { type Dating, datePlans } from './dated.ts'
import { refuseGuarded, refuseStep, refuseWaiting } from '../life.ts'
import { recordErrors } from '../record.errors.ts'
import { isVisible, type RecordRow, selectSql, valuesOf } from '../record-sql.ts'
import { isNameable, readReferences, type References } from '../references.ts'
import { refusedByRules } from '../record-rules.ts'
import { type FieldRule, halfPlaces, unlessWrong } from './rules-of-fields.ts'
import { isHidden, masked } from './secret.ts'
import { shaped } from '../shapes.ts'
import { holdTree, refuseCircles } from '../routes/tree.ts'
import { usesOf } from '../routes/read-usages.ts'
import { firstState, type RecordState } from '../states.ts'

/** The writer and the time: the context of a call, or of an import. */
export interface RecordWriter {
  readonly principal: Principal
  readonly language: Language
  readonly requestId: string
  readonly address?: string | undefined
  readonly now: Date
}

export type RecordAct = 'create' | 'update' | 'approve' | 'enable' | 'disable' | 'delete'

/** One intended write: to an existing record by id and version, else with values that contain its key. */
export interface RecordIntent {
  readonly act: RecordAct
  readonly id?: string
  readonly version?: number | null
  /** For create and update: all fields, as typed. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Fields of a file's row whose cells cannot be read: it is refused for them already, and this plan finds what else is wrong. */
  readonly unreadable?: ReadonlySet<string>
  /** Computed fields set by a specific act, overriding the record's computation. */
  readonly set?: RecordValues
  /** Allowed together with values, as in a file. */
  readonly state?: RecordState
  /** The day on which a dated value takes effect; by default today. */
  readonly from?: string
  /** The approval that causes this write. */
  readonly asked?: ChangeRequester
}

/** The plan for an intended write. */
export type PlannedRecord =
  | {
      readonly refusals: readonly Refusal[]
      /** Its key and the values that nothing is wrong with. */
      readonly sound?: { readonly key: string; readonly after: RecordValues }
    }
  | {
      readonly refusals: null
      readonly act: RecordAct
      readonly row: RecordRow | null
      readonly key: string
      readonly before: RecordValues | null
      readonly after: RecordValues | null
      readonly from: RecordState | null
      readonly to: RecordState | null
      readonly scopeId: number | null
      readonly asked: ChangeRequester | null
      readonly dating?: Dating
    }

export type Plan = Extract<PlannedRecord, { refusals: null }>

/** Codes can be typed, read out, and used in an address. */
const KEY_SHAPE = /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u

/**
 * Rows by id or key. For writes they are locked first, in one order for everybody, and read in a later statement (law
 * 1).
 */
export async function readRows(
  tx: Tx,
  record: AnyRecord,
  { language }: Pick<RecordWriter, 'language'>,
  { ids, keys }: { readonly ids: readonly string[]; readonly keys: readonly string[] },
  isLocking: boolean,
): Promise<{ readonly byId: Map<string, RecordRow>; readonly byKey: Map<string, RecordRow> }> {
  const key = columnFor(record.key, record.fields[record.key]!)
  const where = `where t.id = any ($1::bigint[]) or t.${key} = any ($2::text[])`
  const values = [ids.filter((id) => /^\d{1,18}$/.test(id)), keys.filter((each) => !each.includes('\u0000'))]
  if (isLocking) await tx.run({ text: `select from ${record.table} t ${where} order by t.id for update`, values })
  const rows = await tx.rows<RecordRow>({ text: `${selectSql(record, language)} ${where}`, values })
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byKey: new Map(rows.map((row) => [String(row[`v_${record.key}`]), row])),
  }
}

function newKey(record: AnyRecord, { act, values }: RecordIntent): string | null {
  return act === 'create' ? keyIn(record, values) : null
}

/** Plans each intended write without writing: one statement for the records, one for each table they refer to. */
export async function planRecords(
  tx: Tx,
  writer: RecordWriter,
  record: AnyRecord,
  intents: readonly RecordIntent[],
  isLocking: boolean,
): Promise<{ readonly plans: readonly PlannedRecord[]; readonly references: References }> {
  const named = {
    ids: intents.flatMap(({ id }) => id ?? []),
    keys: intents.flatMap((intent) => newKey(record, intent) ?? []),
  }
  const isHeld = !isLocking || (await holdTree(tx, record, intents))
  const { byId, byKey } = await readRows(tx, record, writer, named, isLocking)
  const rowOf = (intent: RecordIntent): RecordRow | null =>
    (intent.id === undefined ? byKey.get(newKey(record, intent) ?? '') : byId.get(intent.id)) ?? null
  const given = intents.map((intent) => withComputed(record, writer, intent, rowOf(intent)))
  const contents = given.flatMap(({ values }) => (values ? [values] : []))
  const references = await readReferences(tx, record, contents)
  const deleted = intents.flatMap(({ act, id }) => (act === 'delete' && id !== undefined ? (byId.get(id) ?? []) : []))
  const uses = await usesOf(
    tx,
    record,
    writer,
    deleted.map((row) => String(row[`v_${record.key}`])),
  )
  const claims = await readClaims(tx, record, writer, contents)
  const waiting = await readOpenChanges(
    tx,
    record,
    [...byId.values()].map((row) => String(row[`v_${record.key}`])),
  )
  const plans = given.map((intent): PlannedRecord => {
    const row = rowOf(intent)
    const refusals = refuseBefore(record, writer, intent, row)
    if (refusals) return { refusals }
    const waits = row && refuseWaiting(intent, row.state, waiting.get(String(row[`v_${record.key}`])))
    if (waits && intent.act === 'delete') return { refusals: [waits] }
    if (intent.act === 'create' || intent.act === 'update') {
      const plan = planContent(record, writer, intent, row, references)
      // A file row that repeats the stored values is no edit.
      if (waits && (plan.refusals || !isSame(plan))) return { refusals: [waits] }
      if (!plan.refusals) {
        const taken = claims.refusals(plan)
        return taken.length > 0 ? { refusals: taken } : plan
      }
      const taken = plan.sound ? claims.taken(plan.sound) : []
      return { refusals: [...plan.refusals, ...taken] }
    }
    const key = String(row![`v_${record.key}`])
    const used = intent.act === 'delete' ? (uses.get(key) ?? stays(record, writer, row!)) : null
    if (used) return { refusals: [used] }
    const before = valuesOf(record, row!)
    const to = intent.act === 'delete' ? null : STATE_AFTER[intent.act]
    const wrong = to === null ? [] : refuseStep(record, writer.principal, intent, row!.state, to, before, row!.scope_id)
    if (wrong.length > 0) return { refusals: wrong }
    const after = intent.act === 'delete' ? null : before
    return {
      refusals: null,
      act: intent.act,
      row,
      key,
      before,
      after,
      from: row!.state,
      to,
      scopeId: row!.scope_id,
      asked: intent.asked ?? null,
    }
  })
  const straight = await refuseCircles(tx, record, plans, isHeld)
  const allowed = await refusedByRules(tx, writer, record, straight, isLocking)
  return { plans: await datePlans(tx, record, writer, intents, allowed), references }
}

/** The values with the record's computed fields. */
function withComputed(
  record: AnyRecord,
  writer: RecordWriter,
  intent: RecordIntent,
  row: RecordRow | null,
): RecordIntent {
  const { values, set } = intent
  const computed = Object.entries(record.fields).filter(([, field]) => field.computed)
  if (!values || computed.length === 0) return intent
  const before = row ? valuesOf(record, row) : null
  const kept = Object.fromEntries(computed.map(([name]) => [name, before?.[name] ?? null]))
  return { ...intent, values: { ...values, ...kept, ...record.computes?.(values, before, authorOf(writer)), ...set } }
}

function authorOf({ principal, now }: RecordWriter): Author {
  return { account: principal.account, now }
}

const STATE_AFTER = { approve: 'approved', enable: 'enabled', disable: 'disabled' } as const

/** A person who may only view a record is told that the right is missing; for everybody else it does not exist. */
function outOfReach(record: AnyRecord, { principal }: RecordWriter, { act }: RecordIntent, row: RecordRow): Refusal {
  const { view, edit, enable } = record.rights
  const right = act === 'enable' || act === 'disable' ? (enable ?? edit) : edit
  const isSeen = isVisible(record, { principal: narrowed(principal, view) }, row)
  return isSeen ? httpErrors.forbidden({ right }) : recordErrors.notFound()
}

/** A record out of scope answers as if it did not exist, except that its key is taken. */
function refuseBefore(
  record: AnyRecord,
  writer: RecordWriter,
  intent: RecordIntent,
  row: RecordRow | null,
): Refusal[] | null {
  if (intent.act === 'create') {
    return row ? [keyTaken(record, newKey(record, intent) ?? '')] : null
  }
  if (!row) return [recordErrors.notFound()]
  if (!isVisible(record, writer, row)) return [outOfReach(record, writer, intent, row)]
  if (typeof intent.version === 'number' && intent.version !== row.version) {
    const by = (writer.language === 'zh' ? row.updated_by_zh : row.updated_by_en) ?? '/'
    return [recordErrors.stale({ by, at: row.updated_at.toISOString() })]
  }
  if (intent.act === 'enable' || intent.act === 'disable') {
    if (row.state === STATE_AFTER[intent.act] || !record.states) return [recordErrors.wrongState()]
  }
  return null
}

function planContent(
  record: AnyRecord,
  writer: RecordWriter,
  intent: RecordIntent,
  row: RecordRow | null,
  references: References,
): PlannedRecord {
  const { principal } = writer
  const before = row ? valuesOf(record, row) : null
  const here = atPlace(principal, row?.scope_id ?? null)
  const refusals: Refusal[] = []
  const unreadable: ReadonlySet<string> = intent.unreadable ?? new Set()
  const wrong = () => new Set([...unreadable, ...refusals.flatMap(({ field }) => field ?? [])])
  const label = (field: string) => `@${recordText(record, `fields.${field}`)}`
  const read = readValues(readFields(record), label, intent.values ?? {}, refusals)
  refusals.push(...disabledChoices(record, read, before))
  for (const [name, field] of Object.entries(record.fields)) {
    const value = read[name]
    if (before && !intent.asked && isHidden(field, here)) {
      // A masked value that is returned as shown is no change.
      if (value === null || value === masked(before[name] ?? null)) read[name] = before[name] ?? null
      else refusals.push(recordErrors.secret({ field: label(name) }, { field: name }))
      continue
    }
    if (!field.shape || typeof value !== 'string') continue
    read[name] = shaped(field, value)
    if (read[name] === null)
      refusals.push(recordErrors.shape({ field: label(name), like: field.shape.like }, { field: name }))
  }
  for (const [name, { computed }] of Object.entries(record.fields))
    if (computed) read[name] = (intent.values?.[name] ?? null) as string | number | null
  refusals.push(...halfPlaces(record, read, wrong()))
  const key = (read[record.key] = keyIn(record, read))
  if (key !== null && !KEY_SHAPE.test(key))
    refusals.push(recordErrors.keyShape({ field: label(record.key) }, { field: keyField(record) }))
  if (before && key !== null && key !== before[record.key])
    refusals.push(recordErrors.keyFixed({ field: label(record.key) }, { field: keyField(record) }))
  let scopeId: number | null = null
  for (const [name, { refersTo: reference, links }] of referringFields(record)) {
    const value = read[name]
    if (typeof value !== 'string' || record.fields[name]?.computed) continue
    const codes = links ? codesIn(value) : [value]
    const kept = new Set(links ? codesIn(before?.[name]) : [before?.[name]])
    for (const code of codes) {
      const referred = references.get(reference, code)
      const at = { field: name }
      // An existing reference stays, even if it was disabled since or is beyond the writer's organisations.
      if (!referred || (!isNameable(principal, reference, referred) && !kept.has(code)))
        refusals.push(recordErrors.unknownCode({ field: label(name), code: code.slice(0, 64) }, at))
      else if (!referred.enabled && !kept.has(code))
        refusals.push(recordErrors.disabledCode({ field: label(name), code }, at))
      else {
        if (name === record.scope) scopeId = referred.scope_id
        const same = reference.sameValue?.field
        if (same !== undefined && !unreadable.has(same) && referred.sameValue !== read[same])
          refusals.push(recordErrors.unlike({ field: label(name), code, same: label(same) }, at))
      }
    }
    if (links) read[name] = joinCodes(codes)
  }
  const from = row?.state ?? null
  const to = intent.state ?? from ?? firstState(record)
  const changed = before ? changedFields(before, read) : []
  refusals.push(...refuseGuarded(record, intent, from, changed))
  const faulty = wrong()
  const apply = (rule: FieldRule): void => void refusals.push(...unlessWrong(faulty, read, rule))
  apply((values) => refuseStep(record, principal, intent, from, to, values, row?.scope_id ?? scopeId))
  // Unchanged values need no rule.
  if (before === null || changed.length > 0) {
    if (record.appendOnly && before) refusals.push(recordErrors.appendOnly())
    else apply((values) => record.check?.(values, authorOf(writer)) ?? [])
  }
  if (refusals.length > 0 || unreadable.size > 0) {
    const all = wrong()
    const after = Object.fromEntries(Object.entries(read).filter(([name]) => !all.has(name)))
    return { refusals: refusals.filter(({ field }) => !unreadable.has(field ?? '')), sound: { key: key ?? '', after } }
  }
  return {
    refusals: null,
    act: intent.act,
    row,
    // The key of a numbered record is made with its row.
    key: key ?? '',
    before,
    after: read,
    from,
    to,
    scopeId,
    asked: intent.asked ?? null,
  }
}

/** A day begins first at UTC+14: a rate applies to everybody, and people may work there. */
const EASTERNMOST_MS = 14 * 3_600_000

/** An append-only record may be deleted as long as nobody can have relied on it. */
function stays(record: AnyRecord, writer: RecordWriter, row: RecordRow): Refusal | null {
  // A formerly approved record can be found, with the reason why it is no longer offered.
  if (record.life && row.state !== 'draft') return recordErrors.onlyDrafts()
  const { now } = writer
  if (!record.appendOnly) return null
  const day = String(row[`v_${record.appendOnly}`])
  if (day <= new Date(now.getTime() + EASTERNMOST_MS).toISOString().slice(0, 10)) return recordErrors.inForce({ day })
  // Records that cannot be created here cannot be deleted here either.
  return record.check?.(valuesOf(record, row), authorOf(writer))[0] ?? null
}
