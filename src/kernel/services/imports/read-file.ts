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

/** Rows that are parsed, checked and kept at a time, each in a transaction of its own. */
const BATCH = 1000
const MAX_COLUMNS = 200
/** Of the reading alone, and for a place among those that read. */
const READ_MS = 120_000
const WAIT_MS = 600_000
/** A sheet unpacks to this many times its size at most. */
const UNPACKED = 20

/** Reads and checks the file of a run; a start that was interrupted begins anew. */
export async function readFile(services: ImportServices, definition: ImportDefinition, work: Work): Promise<void> {
  const { pool, now } = services
  const { run } = work
  await transaction(pool, async (tx) => {
    await work.mustBeMine(tx)
    const importer = await importerNow(tx, definition, run, now())
    await definition.open?.(tx, importer)
    await tx.run(readWith(run, importer.principal.scope))
    await tx.run(forgetRows(run.id))
    // What another start has kept since is not cleared away.
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

/** Checks and keeps all rows: while the database keeps one batch the next is read and checked. Answers how many there are. */
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
      // It is waited for with the next batch: a failure meanwhile is not one that nobody hears of.
      staging.catch(() => undefined)
    }
  } finally {
    await staging
  }
  return count
}

const commitSoon = prepared('imports.commit-soon', 'set local synchronous_commit = off')

/** Not waited for until it is on the disk: what a machine that fails takes with it is read again. */
function stage(pool: TransactionPool, work: Work, rows: readonly StagedRow[]): Promise<void> {
  return transaction(pool, async (tx) => {
    await tx.flight([commitSoon(), stageRows(work.run.id, rows)])
    // Another start clears away what is there: not before this is, or it would be there twice.
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

/** The database keeps neither NUL nor half a character; a csv file may hold both. */
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
