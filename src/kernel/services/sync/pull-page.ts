import { holding, type Principal } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type AnyRecord, keyIn } from '#kernel/engine/record/definition.ts'
import { statesOf } from '#kernel/engine/record/states.ts'
import { type RecordIntent, readRows, type RecordWriter } from '#kernel/engine/record/write/plan-records.ts'
import { isVisible, type RecordRow, valuesOf } from '#kernel/engine/record/record-sql.ts'
import { withoutSecrets } from '#kernel/engine/record/write/secret.ts'
import { writeRecords } from '#kernel/engine/record/write/write-records.ts'
import { type MappedField, STATE, toHere } from './mapping.ts'
import type { SyncRunRow } from './run-store.ts'
import { syncErrors } from './sync.errors.ts'

/** The writer of a system's rows: a user for the system, who may edit this one record within the setting's organisations. */
export function writerOf(run: SyncRunRow, record: AnyRecord, userId: number, now: Date): RecordWriter {
  const principal: Principal = {
    userId,
    account: `system.${run.system_code.toLowerCase()}`,
    name: run.system_name_en,
    superAdmin: false,
    roles: [],
    ...holding([record.rights.edit, record.rights.enable ?? record.rights.edit], run.scope ?? 'all'),
    sessionId: '',
    timezone: 'UTC+08:00',
  }
  return { principal, language: 'en', requestId: `sync-run-${run.id}`, now }
}

export interface RefusedRow {
  readonly index: number
  readonly key: string | null
  readonly row: unknown
  readonly reasons: readonly Refusal[]
}

export interface PageResult {
  readonly written: number
  readonly unchanged: number
  readonly refused: readonly RefusedRow[]
}

interface Row {
  readonly index: number
  readonly row: unknown
  readonly key: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Writes one page through the one writer of records. Refused rows are returned with their reasons and affect no others. */
export async function writePage(
  tx: Tx,
  writer: RecordWriter,
  record: AnyRecord,
  fields: readonly MappedField[],
  page: readonly unknown[],
): Promise<PageResult> {
  const refused: RefusedRow[] = []
  const rows: Row[] = []
  for (const [index, row] of page.entries()) {
    const values = toHere(record, fields, row)
    const key = keyIn(record, values)
    const isRow = typeof row === 'object' && row !== null && !Array.isArray(row)
    const fault = !isRow ? syncErrors.noRow() : key === null ? syncErrors.noKeyInRow() : stateFault(record, values)
    if (fault === null) rows.push({ index, row, key: key ?? '', values })
    else refused.push({ index, key, row, reasons: [fault] })
  }
  let [written, unchanged] = [0, 0]
  // A record that occurs twice on a page is written twice, in order.
  for (const part of partsOf(rows)) {
    const keys = part.map(({ key }) => key)
    const { byKey } = await readRows(tx, record, writer, { ids: [], keys }, true)
    const found = part.map(({ key }) => {
      const row = byKey.get(key) ?? null
      return isVisible(record, writer, row) ? row : null
    })
    const intents = part.map(({ values }, at) => intentOf(record, writer, found[at] ?? null, values))
    const outcomes = await writeRecords(tx, writer, record, intents, 'sync')
    for (const [at, outcome] of outcomes.entries()) {
      const { index, key, row } = part[at]!
      if (outcome.refusals) refused.push({ index, key, row, reasons: outcome.refusals })
      else if (outcome.version === (found[at]?.version ?? 0)) unchanged += 1
      else written += 1
    }
  }
  return { written, unchanged, refused: refused.toSorted((a, b) => a.index - b.index) }
}

function stateFault(record: AnyRecord, { [STATE]: state }: Readonly<Record<string, unknown>>): Refusal | null {
  const isKnown = state === undefined || statesOf(record).some((each) => each === state)
  return isKnown ? null : syncErrors.noState({ state: JSON.stringify(state).slice(0, 40) })
}

/** Consecutive batches, none with one record twice. */
function partsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: Row[][] = []
  const places = new Map<string, number>()
  for (const row of rows) {
    const place = (places.get(row.key) ?? -1) + 1
    places.set(row.key, place)
    const part = (parts[place] ??= [])
    part.push(row)
  }
  return parts
}

/** Fields that the row lacks stay unchanged. */
function intentOf(
  record: AnyRecord,
  { principal }: RecordWriter,
  row: RecordRow | null,
  given: Readonly<Record<string, unknown>>,
): RecordIntent {
  const { [STATE]: state, ...values } = given
  const said = statesOf(record).find((each) => each === state)
  const kept = row ? withoutSecrets(record.fields, principal, valuesOf(record, row)) : {}
  const content = { values: { ...kept, ...values }, ...(said ? { state: said } : {}) }
  return row ? { act: 'update', id: row.id, version: row.version, ...content } : { act: 'create', ...content }
}
