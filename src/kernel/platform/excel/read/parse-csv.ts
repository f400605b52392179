import { CsvError, parse, type Parser } from 'csv-parse'
import { isUtf8 } from 'node:buffer'
import { Refused, type Refusal } from '#kernel/base/errors/errors.ts'
import { type Cell, emptyCell, type ReadLimits } from '../cell.ts'
import { excelErrors } from '../excel.errors.ts'
import type { RowReceiver } from './parse-workbook.ts'
import { RowBounds } from './row-bounds.ts'
import { unguarded } from '../sheet-cells.ts'

const SEPARATORS = [',', ';', '\t'] as const
/** Excel's own first line that names the separator: no row, though it counts as one. */
const SEPARATOR_LINE = /^sep=([,;\t])\r?\n/
/** An unclosed quote would swallow the rest of the file. */
const MAX_RECORD = 1024 * 1024
/** How programs stop Excel from changing digits: ="0012". */
const PROTECTED = /^="([^"]*)"$/

/**
 * Reads a csv file: UTF-8, UTF-16 or GB18030; comma, semicolon or tab, whichever is most frequent in the first line.
 * Every cell is text; one that begins like a formula counts as a formula, unless it is marked as text.
 */
export async function parseCsv(bytes: Uint8Array, limits: ReadLimits, sink: RowReceiver): Promise<void> {
  if (bytes.byteLength > limits.maxUncompressedBytes) throw new Refused(excelErrors.bomb())
  const encoding = csvEncoding(bytes)
  if (encoding.warning) sink.warn(encoding.warning)
  const pieces = csvText(bytes, encoding)
  const head = String(pieces.next().value ?? '')
  const stated = SEPARATOR_LINE.exec(head)
  const body = stated === null ? head : head.slice(stated[0].length)
  const parser = parse({
    delimiter: stated?.[1] ?? separatorOf(body),
    // All line ends are listed: files written by two programs have both, and otherwise only the first one found would count.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_RECORD,
    skip_empty_lines: false,
  })
  // The failure reaches the code that awaits the chunk; without a listener it would end the process.
  parser.on('error', () => {})
  const bounds = new RowBounds(limits)
  let row = stated === null ? 0 : 1
  try {
    for await (const record of records(parser, body, pieces)) {
      if (record === null) {
        await sink.rest()
        continue
      }
      row += 1
      bounds.line()
      const cells = filled(record, bounds)
      if (cells.length === 0) continue
      bounds.row()
      sink.row({ row, cells })
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Refused(excelErrors.csvQuote({ row: row + 1 }))
    throw error
  } finally {
    parser.destroy()
  }
}

/** Records as they are parsed; null after each chunk of the file. */
async function* records(
  parser: Parser,
  first: string,
  rest: Iterable<string>,
): AsyncGenerator<readonly string[] | null> {
  for (const piece of both(first, rest)) {
    // The parser gets the next chunk only after the records of the last one were read.
    const taken = settled((done) => parser.write(piece, done))
    yield* waiting(parser)
    await taken
    yield* waiting(parser)
    yield null
  }
  const ended = settled((done) => parser.end(done))
  yield* waiting(parser)
  await ended
  yield* waiting(parser)
}

function* waiting(parser: Parser): Generator<readonly string[]> {
  for (let record = parser.read(); record !== null; record = parser.read()) yield record as readonly string[]
}

function* both(first: string, rest: Iterable<string>): Generator<string> {
  yield first
  yield* rest
}

async function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  start((error) => (error ? reject(error) : resolve()))
  await promise
}

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') {
      if ([...counts.values()].some((count) => count > 0)) break
    } else {
      const count = counts.get(character)
      if (count !== undefined) counts.set(character, count + 1)
    }
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

/** The cells up to the last filled one. */
function filled(record: readonly string[], bounds: RowBounds): Cell[] {
  const cells: Cell[] = []
  record.forEach((field, column) => {
    const cell = cellOf(field)
    if (cell.kind === 'empty') return
    bounds.cell(column, cell)
    while (cells.length < column) cells.push(emptyCell)
    cells.push(cell)
  })
  return cells
}

function cellOf(field: string): Cell {
  if (field.trim() === '') return emptyCell
  const guarded = PROTECTED.exec(field)
  if (guarded) return guarded[1] === '' ? emptyCell : { kind: 'text', text: guarded[1] ?? '' }
  if (field.startsWith('=')) return { kind: 'formula', text: field }
  // An apostrophe before an executable text is how our csv files, and many others, keep it a text.
  return { kind: 'text', text: unguarded(field) }
}

interface CsvEncoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'
  /** Length of the byte order mark. */
  readonly markBytes: number
  readonly warning: Refusal | null
}

const PIECE = 64 * 1024

/**
 * Detects the encoding of a csv file. Excel in Chinese saves GB18030 by default, and "Unicode text" is UTF-16. The
 * bytes of a European code page do not say which one it is: such a file is refused rather than misread as Chinese.
 */
function csvEncoding(bytes: Uint8Array): CsvEncoding {
  const [first, second, third, fourth] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', markBytes: 3, warning: null }
  // UTF-32 begins like UTF-16, but is not used for tables.
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) throw new Refused(excelErrors.notCsv())
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', markBytes: 2, warning: null }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', markBytes: 2, warning: null }
  if (bytes.subarray(0, PIECE).includes(0)) {
    // Table titles contain ASCII, which has zeros in every other byte of UTF-16.
    if (first !== 0 && second === 0) return { name: 'utf-16le', markBytes: 0, warning: null }
    if (first === 0 && second !== 0) return { name: 'utf-16be', markBytes: 0, warning: null }
    throw new Refused(excelErrors.notCsv())
  }
  if (isUtf8(bytes)) return { name: 'utf-8', markBytes: 0, warning: null }
  if (!looksChinese(bytes)) throw new Refused(excelErrors.notCsv())
  return { name: 'gb18030', markBytes: 0, warning: excelErrors.readAsChinese() }
}

/** In common Chinese text both bytes of a character are high; in a European text a high byte stands among letters. */
function looksChinese(bytes: Uint8Array): boolean {
  let high = 0
  let low = 0
  for (let index = 0; index + 1 < bytes.length; index += 1) {
    if (bytes[index]! < 0x81) continue
    if (bytes[index + 1]! >= 0xa1) high += 1
    else low += 1
    index += 1
  }
  return high > low
}

/** The text of the file, in chunks. */
function* csvText(bytes: Uint8Array, { name, markBytes }: CsvEncoding): Generator<string> {
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true })
  try {
    for (let start = markBytes; start < bytes.length; start += PIECE)
      yield decoder.decode(bytes.subarray(start, start + PIECE), { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new Refused(excelErrors.notCsv())
    throw error
  }
}
