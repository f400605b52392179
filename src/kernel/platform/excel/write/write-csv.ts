import { zonedTime } from '#kernel/base/clock/zoned-time.ts'
import { ByteWriter } from './byte-writer.ts'
import { cellText } from '../cell.ts'
import { type Batches, couldRunByte, EXACT_BYTES, MARK, type RowSink, writeBatch } from '../read/row-sink.ts'
import {
  type CellInput,
  type CellKind,
  guarded,
  isExactNumber,
  ReturnedCell,
  type WrittenColumn,
} from '../sheet-cells.ts'

/** Makes a spreadsheet program read the text as UTF-8. */
const MARK_OF_ORDER = '\uFEFF'
const COMMA = 0x2c
const LINE_END = Buffer.from('\r\n')
const PIECE = 256 * 1024

/** A csv file (RFC 4180) as a byte stream. It has no cell types, so executable texts get an apostrophe. */
export async function* csvStream(
  columns: readonly WrittenColumn[],
  batches: Batches,
  zone: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${MARK_OF_ORDER}${columns.map(({ title }) => field(title)).join(',')}\r\n`)
  const out = new ByteWriter(PIECE)
  const sink = new CsvSink(out, columns, zone)
  for await (const batch of batches) {
    writeBatch(sink, batch, columns.length)
    if (out.size > 0) yield out.take()
  }
}

class CsvSink implements RowSink {
  private readonly out: ByteWriter
  private readonly kinds: readonly CellKind[]
  private readonly zone: string

  constructor(out: ByteWriter, columns: readonly WrittenColumn[], zone: string) {
    this.out = out
    this.kinds = columns.map(({ kind }) => kind)
    this.zone = zone
  }

  begin(): void {
    this.out.reserve(this.kinds.length + LINE_END.length)
  }

  bytes(column: number, source: Buffer, from: number, to: number, marks: number, isNumber: boolean): boolean {
    if ((marks & (MARK.escape | MARK.csv)) !== 0) return false
    const kind = this.kinds[column]
    if (kind === 'instant') return false
    if (kind === 'amount' && isNumber ? !isPlainNumber(marks, from, to) : to > from && couldRunByte(source[from]!))
      return false
    const { out } = this
    out.reserve(to - from + this.kinds.length + 4)
    if (column > 0) out.byte(COMMA)
    out.bytes(source, from, to)
    return true
  }

  cell(column: number, value: CellInput): void {
    const { out } = this
    out.reserve(this.kinds.length + 4)
    if (column > 0) out.byte(COMMA)
    out.text(csvCell(this.kinds[column]!, value, this.zone))
  }

  end(): void {
    this.out.reserve(LINE_END.length)
    this.out.all(LINE_END)
  }
}

/** Whether bytes are a number short enough to be kept exactly; longer ones have to be counted digit by digit. */
export function isPlainNumber(marks: number, from: number, to: number): boolean {
  return (marks & MARK.notNumber) === 0 && to > from && to - from <= EXACT_BYTES
}

function csvCell(kind: CellKind, value: CellInput, zone: string): string {
  if (value === null || value === undefined) return ''
  if (value instanceof ReturnedCell) return field(cellText(value.cell))
  if (value instanceof Date) return zonedTime(value, zone)
  if (typeof value === 'number') return String(value)
  // A negative amount begins with a minus but is a number.
  return (kind === 'amount' || kind === 'decimal') && isExactNumber(value) ? value : field(value)
}

function field(text: string): string {
  const safe = guarded(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
