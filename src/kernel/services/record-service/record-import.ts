import { offeredOf } from '#kernel/engine/record/choices.ts'
import { atPlace, requireRight } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { CellError } from '#kernel/platform/excel/read/parse-rows.ts'
import { type Language, languages } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type {
  ApplyRow,
  CheckedRow,
  ImportDefinition,
  Importer,
  ImportRow,
  UndoRow,
  UnreadableRow,
} from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import { inCodes } from './named-codes.ts'
import { recordColumns, STATE } from './record-columns.ts'
import {
  type AnyRecord,
  type RecordValues,
  keyField,
  keyIn,
  recordText,
  referringFields,
  typedFields,
} from '#kernel/engine/record/definition.ts'
import { filedFields, isMadeByFile } from '#kernel/engine/record/write/filed-fields.ts'
import { isSame } from '#kernel/engine/record/write/changed-fields.ts'
import { type RecordIntent, planRecords, readRows } from '#kernel/engine/record/write/plan-records.ts'
import { isVisible, type RecordRow, valuesOf } from '#kernel/engine/record/record-sql.ts'
import { choicesOf } from '#kernel/engine/record/references.ts'
import { recordTexts, stateName } from '#kernel/engine/record/record-texts.ts'
import { recordErrors } from '#kernel/engine/record/record.errors.ts'
import { withoutSecrets } from '#kernel/engine/record/write/secret.ts'
import { writeRecords } from '#kernel/engine/record/write/write-records.ts'
import { firstState, statesOf, type RecordState } from '#kernel/engine/record/states.ts'

/** Entries of a drop-down in a workbook; for longer lists the code is typed. */
const MOST_CHOICES = 2_000
const MAX_ROWS = 200_000

const REQUIRED = documentErrors.required({ field: '' }).key
const STALE = recordErrors.stale({ by: '', at: '' }).key

/** A record's import, from its definition: rows are created or changed by their key. */
export function recordImport(record: AnyRecord): ImportDefinition {
  return {
    name: record.file,
    right: record.rights.import,
    ...(record.stepUp ? { stepUp: true as const } : {}),
    title: (language) => textAt(language, recordText(record, 'title')),
    // Computed at each use, because administrators override titles and options.
    columns: () => recordColumns(record),
    maxRows: MAX_ROWS,
    lists: async (tx, { principal, language }) => {
      const lists: Record<string, { code: string; name: string }[]> = {}
      for (const [name, { refersTo: reference, links }] of referringFields(record)) {
        // Several codes in one cell: a drop-down is not possible.
        if (links) continue
        const found = await tx.rows(choicesOf(reference, principal, '', MOST_CHOICES))
        lists[name] = found.map((each) => ({ code: each.code, name: language === 'zh' ? each.name_zh : each.name_en }))
      }
      for (const [name, { options }] of Object.entries(record.fields)) {
        if (options)
          lists[name] = offeredOf(record, name).map((code) => ({
            code,
            name: textAt(language, recordText(record, `options.${name}.${code}`)),
          }))
      }
      if (record.states)
        lists[STATE] = statesOf(record).map((code) => ({ code, name: stateName(record, language, code) }))
      return lists
    },
    notes: (language) => notesOf(record, language),
    get example() {
      return exampleOf(record)
    },
    open: async (_, importer) => requireRight(importer.principal, record.rights.edit),
    check: async (tx, importer, rows) => {
      const coded = await inCodes(tx, importer, record, rows)
      const clear = coded.filter(({ errors }) => errors.length === 0)
      const unclear = coded.filter(({ errors }) => errors.length > 0)
      const rest = unclear.length > 0 ? await checkRest(tx, importer, record, unclear) : []
      const checked = clear.length > 0 ? await check(tx, importer, record, clear) : []
      return [
        ...checked,
        ...unclear.map(({ row, errors }) => ({ row, errors: [...errors, ...rest.filter((each) => each.row === row)] })),
      ]
    },
    checkRest: async (tx, importer, rows) => {
      const coded = await inCodes(tx, importer, record, rows)
      return [...coded.flatMap(({ errors }) => errors), ...(await checkRest(tx, importer, record, coded))]
    },
    apply: async (tx, importer, rows) => {
      const { intents } = await intentsOf(tx, importer, record, rows)
      const bound = intents.map((intent, index) => boundTo(intent, rows[index]!))
      const outcomes = await writeRecords(tx, importer, record, bound, 'import')
      return outcomes.map((outcome, index) => {
        const { row } = rows[index]!
        if (outcome.refusals) return { row, refusal: ofRow(outcome.refusals[0]!) }
        const { id, version, before, from } = outcome
        return { row, undo: { id, version, before, from } satisfies Undo }
      })
    },
    undo: async (tx, importer, rows) => {
      const intents = rows.map((row) => undoIntent(record, importer, row))
      const outcomes = await writeRecords(tx, importer, record, intents, 'undo')
      return outcomes.map((outcome, index) => {
        const { row } = rows[index]!
        if (!outcome.refusals) return { row, undo: null }
        return { row, refusal: ofRow(outcome.refusals[0]!) }
      })
    },
    changes: [record.name, ...(record.changes ?? [])],
  }
}

async function check(
  tx: Tx,
  importer: Importer,
  record: AnyRecord,
  rows: readonly ImportRow[],
): Promise<readonly CheckedRow[]> {
  const { intents, current } = await intentsOf(tx, importer, record, rows)
  const { plans } = await planRecords(tx, importer, record, intents, false)
  return plans.map((plan, index): CheckedRow => {
    const { row, values } = rows[index]!
    if (!current[index] && !isMadeByFile(record)) return { row, errors: [notByFile(record, row)] }
    if (plan.refusals) {
      return { row, errors: plan.refusals.map((refusal) => cellError(record, row, refusal)) }
    }
    const found = current[index]
    return {
      row,
      action: found ? (isSame(plan) ? 'same' : 'update') : 'create',
      key: plan.key,
      values,
      before: found ? textsOf(record, importer, plan.before, plan.from, found.scope_id) : null,
      after: textsOf(record, importer, plan.after, plan.to, plan.scopeId),
      ...(found ? { basis: { id: found.id, version: found.version } satisfies Basis } : {}),
    }
  })
}

async function checkRest(
  tx: Tx,
  importer: Importer,
  record: AnyRecord,
  rows: readonly UnreadableRow[],
): Promise<readonly CellError[]> {
  const { intents, current } = await intentsOf(tx, importer, record, rows)
  const given = intents.map((intent, index) => ({ ...intent, unreadable: rows[index]!.unreadable }))
  const { plans } = await planRecords(tx, importer, record, given, false)
  return plans.flatMap((plan, index): CellError[] => {
    const { row, unreadable } = rows[index]!
    const isKeyRead = (record.keyOf ?? [record.key]).every((name) => !unreadable.has(name))
    if (isKeyRead && !current[index] && !isMadeByFile(record)) return [notByFile(record, row)]
    return (
      (plan.refusals ?? [])
        // A record that is there already needs no more than its key, and an unreadable key does not say whether it is.
        .filter(({ key }) => isKeyRead || key !== REQUIRED)
        .map((refusal) => cellError(record, row, refusal))
        .filter(({ column }) => !unreadable.has(column))
    )
  })
}

/** A refusal at the cell of its field, or of the key. */
function cellError(record: AnyRecord, row: number, { key, params, field }: Refusal): CellError {
  return { row, column: field !== undefined && field in filedFields(record) ? field : keyField(record), key, params }
}

/** A new record requires a value that files cannot hold, such as an image. */
function notByFile(record: AnyRecord, row: number) {
  const filed = filedFields(record)
  const missing = Object.entries(typedFields(record)).filter(([name, { required }]) => required && !(name in filed))
  const fields = missing.map(([name]) => `@${recordText(record, `fields.${name}`)}`)[0] ?? ''
  const { key, params } = recordErrors.notByFile({ fields })
  return { row, column: keyField(record), key, params }
}

/** The row has no valid values to store or compare; it only reports the earlier row. */
function ofRow(refusal: Refusal): Refusal {
  if (refusal.key !== STALE) return refusal
  return recordErrors.changedSince({ by: String(refusal.params.by) })
}

/** The state of an existing record when the import was checked. */
interface Basis {
  readonly id: string
  readonly version: number
}

/** Data to undo a written row: the former values, and the version that the import made. */
interface Undo {
  readonly id: string
  readonly version: number | null
  readonly before: RecordValues | null
  readonly from: RecordState | null
}

function undoIntent(record: AnyRecord, { principal }: Importer, { undo, action }: UndoRow): RecordIntent {
  const { id, version, before, from } = undo as Undo
  if (action === 'create' || before === null) return { act: 'delete', id, version }
  const values = withoutSecrets(record.fields, principal, before)
  return { act: 'update', id, version, values, ...(from ? { state: from } : {}) }
}

/** Whether the check still holds: a new row does not exist yet, an existing one is unchanged. */
function boundTo({ values, state }: RecordIntent, { action, basis }: ApplyRow): RecordIntent {
  const content = { ...(values ? { values } : {}), ...(state ? { state } : {}) }
  return action === 'create' ? { act: 'create', ...content } : { act: 'update', ...(basis as Basis), ...content }
}

/** Rows as intents: an empty cell leaves the value unchanged, so existing records are read first. */
async function intentsOf(
  tx: Tx,
  importer: Importer,
  record: AnyRecord,
  rows: readonly ImportRow[],
): Promise<{ readonly intents: readonly RecordIntent[]; readonly current: readonly (RecordRow | null)[] }> {
  const keys = rows.flatMap(({ values }) => keyIn(record, values) ?? [])
  const { byKey } = await readRows(tx, record, importer, { ids: [], keys }, false)
  const current = rows.map(({ values }) => {
    const row = byKey.get(keyIn(record, values) ?? '') ?? null
    return isVisible(record, importer, row) ? row : null
  })
  const intents = rows.map(({ values }, index): RecordIntent => {
    const row = current[index] ?? null
    const kept = row
      ? withoutSecrets(record.fields, atPlace(importer.principal, row.scope_id), valuesOf(record, row))
      : {}
    const filled: Record<string, unknown> = { ...kept }
    for (const name of Object.keys(values)) if (name !== STATE && values[name] !== null) filled[name] = values[name]
    const content = { values: filled, ...stateOf(record, values[STATE]) }
    return row ? { act: 'update', id: row.id, version: row.version, ...content } : { act: 'create', ...content }
  })
  return { intents, current }
}

function stateOf(record: AnyRecord, text: string | null | undefined): { readonly state?: RecordState } {
  const state = statesOf(record).find((each) => each === text)
  return state ? { state } : {}
}

function notesOf(record: AnyRecord, language: Language): string[] {
  const { notes } = recordTexts[language]
  const key = (record.keyOf ?? [record.key])
    .map((name) => textAt(language, recordText(record, `fields.${name}`)))
    .join(' / ')
  const several = referringFields(record).filter(([, { links }]) => links)
  return [
    (record.appendOnly ? notes.added : notes.byKey).replace('{key}', key),
    ...(record.appendOnly ? [] : [notes.empty]),
    ...several.map(([name]) =>
      notes.several.replace('{field}', textAt(language, recordText(record, `fields.${name}`))),
    ),
  ]
}

function exampleOf(record: AnyRecord): ImportValues {
  const values = Object.keys(filedFields(record)).map((name) => {
    const language = languages.find((each) => record.names[each] === name)
    return [
      name,
      language && name !== record.key
        ? textAt(language, recordText(record, 'example'))
        : (record.example[name] ?? null),
    ]
  })
  return { ...Object.fromEntries(values), ...(record.states ? { [STATE]: firstState(record) } : {}) }
}

function textsOf(
  record: AnyRecord,
  { principal }: Pick<Importer, 'principal'>,
  values: RecordValues | null,
  state: RecordState | null,
  scopeId: number | null,
): ImportValues {
  const filed = filedFields(record)
  const shown = withoutSecrets(record.fields, atPlace(principal, scopeId), values ?? {})
  const texts: Record<string, string | null> = {}
  for (const name of Object.keys(shown)) {
    const value = shown[name] ?? null
    if (name in filed || name === record.key) texts[name] = value === null ? null : String(value)
  }
  if (record.states) texts[STATE] = state
  return texts
}
