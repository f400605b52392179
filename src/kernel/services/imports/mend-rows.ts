import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { checkRows, mendedReader, type RowToCheck } from './check-rows.ts'
import type { HeldRun } from './import-acts.ts'
import {
  type KeptRow,
  noLongerDuplicates,
  recount,
  refuseDuplicatesOf,
  restageRows,
  rowsByNumber,
  type StagedRow,
} from './import-rows.ts'
import { type ImportRun, readWith, touchRun } from './import-run.ts'
import { possible } from './import-view.ts'
import { importerOf } from './importer.ts'
import { importErrors } from './imports.errors.ts'
import { storableText } from './read-file.ts'

export type Mending =
  | { readonly row: number; readonly texts: Readonly<Record<string, string>> }
  | { readonly row: number; readonly removed: boolean }

/** Stores a person's corrections and checks again: these rows, and those that depend on their keys. */
export async function mendRows(
  tx: Tx,
  context: RequestContext,
  { run, definition }: HeldRun,
  mendings: readonly Mending[],
): Promise<{ run: ImportRun; rows: KeptRow[] }> {
  if (!possible(run, definition).edit) throw new Refused(importErrors.notNow())
  const importer = importerOf(definition, run, context.principal, context.now)
  await definition.open?.(tx, importer)
  const columns = definition.columns(run.params)
  const read = mendedReader(columns)
  const known = new Set(columns.map(({ key }) => key))
  const kept = await keptRows(tx, run, mendings)
  const gone: StagedRow[] = []
  const toCheck: RowToCheck[] = []
  for (const mending of mendings) {
    const row = kept.get(mending.row)
    if (!row) throw new Refused(importErrors.noSuchRow({ row: mending.row }))
    if (row.is_applied) throw new Refused(importErrors.rowWritten({ row: mending.row }))
    const mended = { ...row, edited: 'texts' in mending ? editedOf(row, mending.texts, known) : row.edited }
    const found = 'removed' in mending && mending.removed ? null : read(mended)
    if (found) toCheck.push(found)
    else gone.push({ ...mended, ...REMOVED })
  }
  const checked = await checkRows(tx, importer, definition, toCheck)
  await tx.run(readWith(run, importer.principal.scope))
  await tx.run(restageRows(run.id, [...gone, ...checked]))
  const keys = [...kept.values(), ...checked].flatMap(({ key }) => key ?? [])
  const freed = await tx.rows(noLongerDuplicates(run.id, keys))
  const mine = new Set(mendings.map(({ row }) => row))
  const others = freed.map(({ row }) => row).filter((row) => !mine.has(row))
  if (others.length > 0) {
    const rows = (await tx.rows(rowsByNumber(run.id, others))).flatMap((row) => read(row) ?? [])
    await tx.run(restageRows(run.id, await checkRows(tx, importer, definition, rows)))
  }
  const refused = await tx.rows(refuseDuplicatesOf(run.id, keys))
  await tx.run(recount(run.id))
  const changed = [...mine, ...others, ...refused.slice(0, MOST_TOLD).map(({ row }) => row)]
  const touched = await tx.first(touchRun(run.id, context.idempotencyKey, context.now))
  if (!touched) throw new Error('the run is gone')
  return { run: touched, rows: await tx.rows(rowsByNumber(run.id, changed)) }
}

/** Other affected rows in an answer: thousands of rows may share one key. */
const MOST_TOLD = 500

const REMOVED = {
  action: 'removed',
  parsed: null,
  key: null,
  before: null,
  after: null,
  basis: null,
  part: null,
  errors: null,
  warnings: null,
} as const

async function keptRows(tx: Tx, run: ImportRun, mendings: readonly Mending[]): Promise<ReadonlyMap<number, KeptRow>> {
  const numbers = mendings.map(({ row }) => row)
  if (new Set(numbers).size < numbers.length) throw new Refused(importErrors.notNow())
  const rows = await tx.rows(rowsByNumber(run.id, numbers))
  return new Map(rows.map((row) => [row.row, row]))
}

/** Differences from the file; a restored cell counts as unedited. */
function editedOf(
  row: KeptRow,
  texts: Readonly<Record<string, string>>,
  known: ReadonlySet<string>,
): StagedRow['edited'] {
  const edited: Record<string, string> = { ...row.edited }
  for (const [column, text] of Object.entries(texts)) {
    if (!known.has(column)) throw new Refused(importErrors.noSuchColumn({ column: column.slice(0, 64) }))
    if (text === (row.texts[column] ?? '')) delete edited[column]
    else edited[column] = storableText(text)
  }
  return Object.keys(edited).length > 0 ? edited : null
}
