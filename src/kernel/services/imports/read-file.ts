import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { Cell, SheetRow } from '#kernel/platform/excel/cell.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import { excelErrors } from '#kernel/platform/excel/excel.errors.ts'
import { type RowParser, rowParser } from '#kernel/platform/excel/read/parse-rows.ts'
import { readRows } from '#kernel/platform/excel/read/read-rows.ts'
import { type Refusal, Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { checkRows, keptCells, readOf, type RowToCheck } from './check-rows.ts'
import type { ImportDefinition } from './import-definition.ts'
import { forgetRows, joinAtOnce, recount, refuseDuplicates, type StagedRow, stageRows } from './import-rows.ts'
import { type ImportRun, keepWarnings, moveRun, readWith } from './import-run.ts'
import { type ImportServices, importerNow } from './importer.ts'
import type { Work } from './work.ts'

/** Rows that are parsed, checked and stored at a time, each batch in a transaction of its own. */
const BATCH = 1000
const MAX_COLUMNS = 200
/** Time-out of the reading alone, and of waiting for a slot. */
const READ_MS = 120_000
const WAIT_MS = 600_000
/** Most times its size that a sheet may unpack to. */
const UNPACKED = 20

/** Reads and checks the file of a run; an interrupted start begins again. */
export async function readFile(services: ImportServices, definition: ImportDefinition, work: Work): Promise<void> {
  const { pool, now } = services
  const { run } = work
  await transaction(pool, async (tx) => {
    await work.mustBeMine(tx)
    const importer = await importerNow(tx, definition, run, now())
    await definition.open?.(tx, importer)
    await tx.run(readWith(run, importer.principal.scope))
    await tx.run(forgetRows(run.id))
    // Rows of another start are not deleted.
    await work.mustStayMine(tx)
  })
  const file = await openSheet(services, definition, run)
  try {
    const parser = rowParser(file.header, definition.columns(run.params), run.language, {
      example: definition.example,
    })
    const found = await keepRows(services, definition, work, batches(file.batches, parser))
    if (found === 0) throw new Refused(excelErrors.emptySheet())
    await finish(services, work, [...file.warnings, ...parser.warnings])
  } finally {
    await file.close()
  }
}

/** Checks and stores all rows: while the database stores one batch the next is read and checked. Returns their number. */
async function keepRows(
  { pool, now }: ImportServices,
  definition: ImportDefinition,
  work: Work,
  found: AsyncIterable<readonly RowToCheck[]>,
): Promise<number> {
  let count = 0
  let staging = Promise.resolve()
  try {
    for await (const batch of found) {
      work.signal.throwIfAborted()
      const staged = await reading(pool, async (tx) =>
        checkRows(tx, await importerNow(tx, definition, work.run, now()), definition, batch),
      )
      await staging
      work.progress.done = count
      count += batch.length
      staging = stage(pool, work, staged)
      // Awaited with the next batch, so a failure meanwhile must not count as unhandled.
      staging.catch(() => undefined)
    }
  } finally {
    await staging
  }
  return count
}

const commitSoon = prepared('imports.commit-soon', 'set local synchronous_commit = off')

/** Asynchronous commit: rows lost with a failing machine are read again. */
function stage(pool: TransactionPool, work: Work, rows: readonly StagedRow[]): Promise<void> {
  return transaction(pool, async (tx) => {
    await tx.flight([commitSoon(), stageRows(work.run.id, rows)])
    // Another start deletes existing rows, so this must not commit later, or they would be there twice.
    await work.mustStayMine(tx)
  })
}

async function openSheet({ files, limits }: ImportServices, definition: ImportDefinition, run: ImportRun) {
  const stored = required(await files.open(run.file_key), httpErrors.notFound())
  return readRows(stored.bytes, {
    maxBytes: limits.maxBytes,
    maxUncompressedBytes: limits.maxBytes * UNPACKED,
    maxRows: definition.maxRows,
    maxColumns: MAX_COLUMNS,
    fileName: run.file_name,
    timeoutMs: READ_MS,
    waitMs: WAIT_MS,
  })
}

async function* batches(
  read: AsyncIterable<readonly SheetRow[]>,
  parser: RowParser<Columns>,
): AsyncGenerator<RowToCheck[]> {
  let batch: RowToCheck[] = []
  for await (const rows of read) {
    for (const found of rows) {
      const row = storable(found)
      const read = parser.parse(row)
      if (read) batch.push({ ...keptCells(parser.cellsOf(row)), row: row.row, edited: null, ...readOf(read) })
    }
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The database stores neither NUL nor half of a surrogate pair; a csv file may contain both. */
function storable(row: SheetRow): SheetRow {
  if (row.cells.every((cell) => cell.kind === 'empty' || isStorable(cell.text))) return row
  const cells = row.cells.map((cell) =>
    cell.kind === 'empty' || isStorable(cell.text) ? cell : ({ ...cell, text: storableText(cell.text) } as Cell),
  )
  return { row: row.row, cells }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function finish({ pool, now }: ImportServices, work: Work, warnings: readonly Refusal[]): Promise<void> {
  return transaction(pool, async (tx) => {
    const mine = await work.mustStayMine(tx)
    await tx.flight([joinAtOnce(), refuseDuplicates(mine.id)])
    await tx.run(recount(mine.id))
    await tx.run(keepWarnings(mine.id, JSON.stringify(warnings.map(({ key, params }) => ({ key, params })))))
    await moveRun(tx, mine, { state: 'checked' }, now())
  })
}
