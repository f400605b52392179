import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Reading } from '#kernel/platform/db/snapshot.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Batches } from '#kernel/platform/excel/read/row-sink.ts'
import type { WrittenColumn } from '#kernel/platform/excel/sheet-cells.ts'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'
import { csvStream } from '#kernel/platform/excel/write/write-csv.ts'
import { workbookStream } from '#kernel/platform/excel/write/write-workbook.ts'
import { type ZipPart, zipStream } from '#kernel/platform/excel/write/zip-stream.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { copyWriter, valueOf } from './copy-rows.ts'
import { downloadErrors, tooManyRows } from './downloads.errors.ts'
import type {
  ExportColumn,
  ExportRequest,
  ExportRow,
  ExportRows,
  ListExport,
  Reader,
} from '#kernel/platform/exports/list-export.ts'
import { chosenColumns, visibleColumns } from './export-request.ts'

export interface FileQuestion {
  readonly list: ListExport
  readonly request: ExportRequest
  readonly reader: Reader
  /** Too many rows for one file. */
  readonly limit: number
  /** How many there were when the file was asked for; without it they are counted. */
  readonly expected?: number | null
  /** Called with the number of rows written. */
  readonly passed: (rows: number) => void
}

export interface ExportFile {
  /** How many it will have, as far as is known before they are read. */
  readonly rows: number
  /** Its columns. */
  readonly columns: readonly ExportColumn[]
  readonly bytes: AsyncIterable<Buffer>
}

/** Rows in memory at a time where a list reads names for each batch. */
const BATCH = 1000
/** Most parts of one export; nobody opens more. */
const MOST_PARTS = 100

/** The planned file of an export, in the snapshot of `reading`; its rows are read only as its bytes are. */
export async function exportFile(tx: Tx, reading: Reading, question: FileQuestion): Promise<ExportFile> {
  const { list, request, reader, limit } = question
  const answer = await list.query(tx, reader, request)
  const columns = fileColumns(list, reader.principal, request)
  if (request.isParted) {
    const making = { ...question, reading, answer, columns }
    const parts = await partsOf(tx, list, answer.rows, limit)
    const rows = parts.reduce((sum, part) => sum + part.total, 0)
    return { rows, columns, bytes: zipStream(zippedParts(making, parts, rows)) }
  }
  let written = 0
  // Rows that came since they were counted are refused as they are reached, because counting takes long where rows are many.
  const passed = (rows: number): void => {
    written += rows
    if (written >= limit) throw new Refused(tooManyRows(limit))
    question.passed(rows)
  }
  const making = { ...question, passed, reading, answer, columns }
  const rows = question.expected ?? Number((await tx.first(answer.count))?.total ?? 0)
  if (rows >= limit) throw new Refused(tooManyRows(limit))
  const about = () => aboutFile(making, written)
  return { rows, columns, bytes: oneFile(making, answer.rows, rows, about, await totalsOf(tx, making)) }
}

/** The requested columns, without those that the person may no longer see. */
function fileColumns(list: ListExport, principal: Principal, request: ExportRequest): readonly ExportColumn[] {
  const visible = visibleColumns(list, principal)
  const keys = request.columns.filter((key) => visible.some((column) => column.key === key))
  if (keys.length === 0) throw new Refused(httpErrors.forbidden({ right: list.right }))
  return chosenColumns(visible, keys)
}

interface Making extends FileQuestion {
  readonly reading: Reading
  readonly answer: ExportRows
  readonly columns: readonly ExportColumn[]
}

interface Part {
  readonly lo: string
  readonly hi: string
  readonly total: number
}

/** Equal ranges of the list's key, half of a file's limit each: in the same snapshot each is a query of its own. */
async function partsOf(tx: Tx, { key }: ListExport, rows: Statement, limit: number): Promise<readonly Part[]> {
  if (key === undefined) throw new Refused(downloadErrors.noParts())
  const size = Math.max(1, Math.floor(limit / 2))
  const parts = await tx.rows<Part>({
    text: `select min(k)::text as lo, max(k)::text as hi, count(*)::int as total
      from (select k, (row_number() over (order by k) - 1) / ${size} as part from (select q."${key}" as k from (${rows.text}) q) q) q
      group by part order by part`,
    values: rows.values,
  })
  if (parts.length > MOST_PARTS) throw new Refused(tooManyRows(size * MOST_PARTS))
  return parts
}

function partStatement(key: string, { text, values }: Statement, { lo, hi }: Part): Statement {
  const [from, to] = [values.length + 1, values.length + 2]
  return {
    text: `select * from (${text}) part where part."${key}" between $${from} and $${to}`,
    values: [...values, lo, hi],
  }
}

function* zippedParts(making: Making, parts: readonly Part[], rows: number): Generator<ZipPart> {
  const { list, request, answer, columns } = making
  const texts = kernelTexts(request.language).downloads
  for (const part of parts) {
    const span = interpolate(texts.span, { from: part.lo, to: part.hi })
    const about = () => [
      ...aboutFile(making, part.total),
      [texts.part, span] as const,
      [texts.allRows, String(rows)] as const,
    ]
    yield {
      name: `${plainName(`${list.title(request.language)} ${span}`)}.${request.format}`,
      bytes: oneFile(making, partStatement(list.key ?? '', answer.rows, part), part.total, about),
      isPacked: request.format === 'xlsx',
      isLarge: mayBeLarge(part.total, columns.length),
    }
  }
  // A csv file has no sheet for the description.
  if (request.format === 'csv') yield { name: `${plainName(texts.about)}.csv`, bytes: aboutCsv(making, rows) }
}

/** A cell takes about sixty bytes of a sheet; where it may approach 4 GB, the zip header declares it. */
function mayBeLarge(rows: number, columns: number): boolean {
  return rows * columns * 100 > 3e9
}

function oneFile(
  making: Making,
  rows: Statement,
  total: number,
  about: () => readonly (readonly [string, string])[],
  totals: readonly (readonly (string | null)[])[] = [],
): AsyncIterable<Buffer> {
  const { list, request, columns } = making
  const { language, zone } = request
  const written = columns.map(({ kind, title }): WrittenColumn => {
    const text = title(language)
    return { kind, title: kind === 'instant' ? `${text} (${zone})` : text }
  })
  const batches = batchesOf(making, rows)
  if (request.format === 'csv') return csvStream(written, batches, zone)
  const sheet = {
    name: list.title(language),
    columns: written,
    batches,
    totals,
    facts: factsOf(making),
    isLarge: mayBeLarge(total, columns.length),
  }
  return workbookStream([sheet, aboutSheet(making, about)], zone)
}

/** The totals that the list has on the screen, of the columns of this file: one row for each currency, of the same snapshot. */
async function totalsOf(
  tx: Tx,
  { answer, columns, request }: Making,
): Promise<readonly (readonly (string | null)[])[]> {
  const { totals } = answer
  if (!totals || request.format === 'csv' || !columns.some(({ key }) => totals.keys.includes(key))) return []
  const found = await tx.rows(totals.statement)
  const shown = new Set([...totals.by, ...totals.keys])
  const label = columns.findIndex(({ key, kind }) => !shown.has(key) && kind !== 'amount' && kind !== 'integer')
  const { total } = kernelTexts(request.language).downloads
  return found.map((row) =>
    columns.map(({ key }, at) =>
      shown.has(key) ? ((row[key] as string | number | null)?.toString() ?? null) : at === label ? total : null,
    ),
  )
}

/** Of columns that all say what they read, nothing else is worked out by the database: names and amounts that the file leaves out cost nothing. */
function onlyRead(columns: readonly ExportColumn[], { text, values }: Statement): Statement {
  if (columns.some(({ reads }) => reads === undefined)) return { text, values }
  const fields = new Set(columns.flatMap(({ reads = [] }) => reads))
  return { text: `select ${[...fields].map((field) => `q."${field}"`).join(', ')} from (${text}) q`, values }
}

async function* batchesOf({ reading, answer, columns, passed }: Making, rows: Statement): Batches {
  const { rowOf, rowsOf, besides } = answer
  if (rowsOf) {
    // Names are read between two batches, on the same connection.
    for await (const batch of reading.cursor(rows, BATCH)) {
      const shaped = await rowsOf(batch as ExportRow[])
      yield shaped.map((one) => {
        const row = { ...(rowOf ? rowOf(one) : one), ...besides }
        return columns.map(({ key, value }) => valueOf(row, key, value))
      })
      passed(batch.length)
    }
    return
  }
  const { fields, pieces } = await reading.copy(rowOf ? rows : onlyRead(columns, rows))
  const write = copyWriter(fields, columns, rowOf, besides)
  for await (const piece of pieces) yield (sink) => passed(write(sink, piece))
}

/** What the file contains. It is written after the rows, when their number is known. */
function aboutSheet(making: Making, about: () => readonly (readonly [string, string])[]) {
  const { language } = making.request
  return {
    name: kernelTexts(language).downloads.about,
    columns: headOf(making).map((title): WrittenColumn => ({ title, kind: 'text' })),
    batches: onlyBatch(about),
  }
}

function aboutCsv(making: Making, rows: number): AsyncIterable<Buffer> {
  const { columns, batches } = aboutSheet(making, () => aboutFile(making, rows))
  return csvStream(columns, batches, making.request.zone)
}

async function* onlyBatch(rows: () => readonly (readonly [string, string])[]): Batches {
  yield rows()
}

/** What the rows are of, when and for whom the file was made: above the rows of a file that says the first. */
function factsOf(making: Making): readonly (readonly [string, string])[] {
  const { facts = [] } = making.answer
  return facts.length === 0 ? [] : [...facts, ...madeBy(making)]
}

function madeBy({ request, reader: { principal, language, now } }: Making): readonly (readonly [string, string])[] {
  const texts = kernelTexts(language).downloads
  return [
    [texts.asOf, `${zonedTime(now, request.zone)} ${request.zone}`],
    [texts.by, `${principal.name} (${principal.account})`],
  ]
}

const headOf = ({ list, request: { language } }: Making): readonly [string, string] => [
  kernelTexts(language).downloads.list,
  list.title(language),
]

/** The rows of the sheet that describes the file below its head: its content, time and reader. */
function aboutFile(making: Making, rows: number): readonly (readonly [string, string])[] {
  const { list, request, reader } = making
  const { language } = reader
  const texts = kernelTexts(language).downloads
  const filters = Object.entries(request.filters).map(
    ([name, value]) =>
      `${list.filterTitle(language, name)}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  )
  const place = Object.values(request.params)
  return [
    ...madeBy(making),
    [texts.rowCount, String(rows)],
    ...(place.length > 0 ? [[texts.place, place.join(', ')] as const] : []),
    [texts.filters, filters.join('; ') || texts.noFilters],
  ]
}

/** The file extension for a request. */
export function fileEnding({ isParted, format }: ExportRequest): string {
  return isParted ? 'zip' : format
}

/** `Budget lines 2026-11-21 133005.xlsx`, to the second, so that two of a minute differ: a csv file has its time only in its name. */
export function fileName(list: ListExport, request: ExportRequest, at: Date): string {
  // Zones differ by whole minutes.
  const time = `${zonedTime(at, request.zone).replace(':', '')}${at.toISOString().slice(17, 19)}`
  return `${plainName(list.title(request.language))} ${time}.${fileEnding(request)}`
}

/** A name that every file system accepts. */
function plainName(text: string): string {
  return text.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()
}
