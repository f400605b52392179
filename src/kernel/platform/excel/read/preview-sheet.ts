import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import { Refused } from '#kernel/base/errors/errors.ts'
import { createSemaphore } from '#kernel/platform/jobs/semaphore.ts'
import type { ReadLimits, SheetRow } from '../cell.ts'
import { excelErrors } from '../excel.errors.ts'
import { parseCsv } from './parse-csv.ts'
import { kindOf } from './parse-file.ts'
import { openSheets } from './parse-workbook.ts'
import { bomb, directoryStart, entriesOf, notWorkbook, type ZipEntry } from './unzip.ts'
import { PartReader } from './workbook-parts.ts'

/** A file with random access, wherever it is stored. */
export interface PartlyRead {
  readonly fileName: string
  readonly size: number
  read(range: { readonly first: number; readonly last: number }): Promise<Readable>
}

/** The beginning of one sheet, for a preview. */
export interface SheetPreview {
  /** Visible sheets in the order of their tabs. A csv file has one, without a name. */
  readonly sheets: readonly string[]
  readonly rows: readonly SheetRow[]
  readonly hasMoreRows: boolean
  readonly hasMoreColumns: boolean
}

/** More than anybody reads before fetching the file. */
const ROWS = 200
const COLUMNS = 60
const HEAD_BYTES = 1024
/** Holds the directory of any workbook that we write; a larger directory is read separately. */
const TAIL_BYTES = 128 * 1024
const MOST_DIRECTORY_BYTES = 1024 * 1024
/** Bytes that a preview may unpack and keep of shared texts; it runs in the server process. */
const MOST_UNPACKED = 16 * 1024 * 1024
const MOST_TEXTS = 100_000
/** Concurrent previews, with a short queue. */
const semaphore = createSemaphore({ atOnce: 2, mostWaiting: 20 })
const WAIT_MS = 10_000
const CSV_BYTES = 256 * 1024
const LIMITS: ReadLimits = {
  maxBytes: Number.MAX_SAFE_INTEGER,
  maxUncompressedBytes: MOST_UNPACKED,
  maxRows: 1_048_576,
  maxColumns: 16_384,
}

/** The first rows and columns of one sheet; of a large file only the needed parts are read. */
export async function previewSheet(file: PartlyRead, sheet: number): Promise<SheetPreview> {
  await semaphore.acquire(WAIT_MS, () => new Refused(excelErrors.timeout()))
  try {
    const head = await part(file, 0, Math.min(HEAD_BYTES, file.size) - 1)
    return await (kindOf(head, file.fileName) === 'csv' ? previewCsv(file) : previewWorkbook(file, sheet))
  } finally {
    semaphore.release()
  }
}

async function part(file: PartlyRead, first: number, last: number): Promise<Uint8Array> {
  return last < first ? new Uint8Array() : buffer(await file.read({ first, last }))
}

/** Thrown to stop reading when there are enough rows. */
class Enough extends Error {}

class Rows {
  readonly rows: SheetRow[] = []
  hasMoreRows = false
  hasMoreColumns = false

  readonly add = (row: SheetRow): void => {
    if (this.rows.length === ROWS) {
      this.hasMoreRows = true
      throw new Enough()
    }
    this.hasMoreColumns ||= row.cells.length > COLUMNS
    this.rows.push({ row: row.row, cells: row.cells.slice(0, COLUMNS) })
  }

  /** The rows read when reading ended, by itself or early. */
  async taken(reading: Promise<void>): Promise<this> {
    await reading.catch((error: unknown) => {
      if (!(error instanceof Enough)) throw error
    })
    return this
  }
}

async function previewCsv(file: PartlyRead): Promise<SheetPreview> {
  const isCut = file.size > CSV_BYTES
  let bytes = await part(file, 0, Math.min(CSV_BYTES, file.size) - 1)
  // The last line and its last character are probably incomplete.
  if (isCut) bytes = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
  const found = new Rows()
  const sink = { row: found.add, warn: () => {}, rest: async () => {} }
  await found.taken(
    parseCsv(bytes, LIMITS, sink).catch((error: unknown) => {
      // A quoted text continues behind the cut.
      if (!isCut || error instanceof Enough || found.rows.length === 0) throw error
    }),
  )
  const { rows, hasMoreRows, hasMoreColumns } = found
  return { sheets: [''], rows, hasMoreRows: hasMoreRows || isCut, hasMoreColumns }
}

async function previewWorkbook(file: PartlyRead, sheet: number): Promise<SheetPreview> {
  const entries = await directoryOf(file)
  const allowance = { bytesLeft: MOST_UNPACKED }
  const workbook = await openSheets(new PartReader(entries, (entry) => unpacked(file, entry, allowance)), MOST_TEXTS)
  const shown = workbook.sheets.filter(({ hidden }) => !hidden)
  const chosen = shown[sheet]
  if (!chosen) throw notWorkbook()
  const found = new Rows()
  const { rows, hasMoreRows, hasMoreColumns } = await found.taken(workbook.read(chosen, LIMITS, found.add))
  return { sheets: shown.map(({ name }) => name), rows, hasMoreRows, hasMoreColumns }
}

async function directoryOf(file: PartlyRead): Promise<Map<string, ZipEntry>> {
  const base = Math.max(0, file.size - TAIL_BYTES)
  const tail = await part(file, base, file.size - 1)
  const start = directoryStart(tail, base)
  if (start >= base) return entriesOf(tail, base, Number.MAX_SAFE_INTEGER)
  if (file.size - start > MOST_DIRECTORY_BYTES) throw bomb()
  return entriesOf(await part(file, start, file.size - 1), start, Number.MAX_SAFE_INTEGER)
}

const LOCAL_HEADER = 0x04034b50
const HEADER_BYTES = 30

/** Unpacks one part as far as it is read. */
async function* unpacked(
  file: PartlyRead,
  { headerOffset, packedBytes, method }: ZipEntry,
  allowance: { bytesLeft: number },
): AsyncGenerator<Uint8Array> {
  const header = Buffer.from(await part(file, headerOffset, Math.min(headerOffset + HEADER_BYTES, file.size) - 1))
  if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER) throw notWorkbook()
  const first = headerOffset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const last = first + packedBytes - 1
  if (last >= file.size || ![0, 8].includes(method)) throw notWorkbook()
  if (packedBytes === 0) return
  const packed = await file.read({ first, last })
  const pieces = method === 0 ? packed : inflated(packed)
  try {
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      allowance.bytesLeft -= piece.byteLength
      if (allowance.bytesLeft < 0) throw bomb()
      yield piece
    }
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw notWorkbook()
    throw error
  } finally {
    packed.destroy()
    pieces.destroy()
  }
}

function inflated(packed: Readable): ReturnType<typeof createInflateRaw> {
  const inflate = createInflateRaw()
  packed.on('error', (error) => inflate.destroy(error))
  return packed.pipe(inflate)
}
