import { ByteWriter } from './byte-writer.ts'
import { plainDigits } from './decimal-text.ts'
import { type Batches, couldRunByte, MARK, type RowSink, writeBatch } from './row-sink.ts'
import {
  type CellInput,
  type CellKind,
  couldRun,
  displayWidth,
  isExactNumber,
  ReturnedCell,
  type WrittenColumn,
} from './sheet-cells.ts'
import { isPlainNumber } from './write-csv.ts'

export interface WrittenSheet {
  readonly name: string
  readonly columns: readonly WrittenColumn[]
  readonly batches: Batches
  /** Its bytes may pass 4 GB. */
  readonly isLarge?: boolean
}

/** Characters that a cell can hold. */
const CELL_CHARACTERS = 32_767

/** Styles of the workbook by their place in `styles.xml`. */
const STYLE = {
  head: 1,
  headRight: 2,
  text: 3,
  guarded: 4,
  amount: 5,
  integer: 6,
  instant: 7,
  marked: 8,
  number: 9,
  markedNumber: 10,
  date: 11,
  markedDate: 12,
  lines: 13,
} as const

const WIDTHS: Record<CellKind, number> = { text: 24, code: 18, amount: 18, integer: 10, decimal: 14, instant: 17 }

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The compressor gets as much at a time: it works beside this thread, and each hand-over costs. */
const PIECE = 1024 * 1024

/** Without a height of its own for ordinary rows, LibreOffice leaves all of them at that and shows the last line of a text. */
const ROWS = '<sheetFormatPr defaultRowHeight="15"/>'

/** All columns side by side on A4, as many pages long as it takes. */
const ON_PAPER = '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>'

/** The part of a workbook that holds one sheet. A piece stands until the one after the next is asked for. */
export async function* sheetXml({ columns, batches }: WrittenSheet, minutes: number): AsyncGenerator<Buffer> {
  const out = new ByteWriter(PIECE + PIECE / 2, true)
  out.text(headXml(columns))
  const sink = new SheetSink(out, columns, minutes)
  for await (const batch of batches) {
    writeBatch(sink, batch, columns.length)
    if (out.size >= PIECE) yield out.take()
  }
  out.text(`</sheetData>${ON_PAPER}</worksheet>`)
  yield out.take()
}

function headXml(columns: readonly WrittenColumn[]): string {
  const widths = columns.map(({ title, kind, isWide }, index) => {
    const width = Math.min(60, Math.max(WIDTHS[kind] * (isWide ? 2 : 1), displayWidth(title) + 3))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  const head = columns.map(({ title, kind }, index) => {
    const style = kind === 'amount' || kind === 'integer' || kind === 'decimal' ? STYLE.headRight : STYLE.head
    return textCell(`${columnLetters(index)}1`, title, style)
  })
  return `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${ROWS}<cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`
}

const ROW_BEGINS = Buffer.from('<row r="')
const TAG_ENDS = Buffer.from('">')
const ROW_ENDS = Buffer.from('</row>')
const TEXT_ENDS = Buffer.from('</t></is></c>')
const NUMBER_ENDS = Buffer.from('</v></c>')
/** More than all that is written around one value. */
const AROUND = 80
const SPACE = 0x20

/** The cells of a sheet. Most come as bytes that need no look beyond their marks, and are copied between what stands around them. */
class SheetSink implements RowSink {
  private readonly out: ByteWriter
  private readonly minutes: number
  private readonly kinds: readonly CellKind[]
  private readonly letters: readonly string[]
  private readonly begins: readonly Buffer[]
  private readonly textMiddle = Buffer.from(`" s="${STYLE.text}" t="inlineStr"><is><t>`)
  private readonly numberMiddle: readonly Buffer[]
  private row = 1
  private digits = new Uint8Array(0)

  constructor(out: ByteWriter, columns: readonly WrittenColumn[], minutes: number) {
    this.out = out
    this.minutes = minutes
    this.kinds = columns.map(({ kind }) => kind)
    this.letters = columns.map((_, index) => columnLetters(index))
    this.begins = this.letters.map((letters) => Buffer.from(`<c r="${letters}`))
    this.numberMiddle = this.kinds.map((kind) =>
      Buffer.from(`" s="${kind === 'integer' ? STYLE.integer : STYLE.amount}"><v>`),
    )
  }

  begin(): void {
    const { out } = this
    this.row += 1
    this.digits = Buffer.from(String(this.row))
    out.reserve(AROUND)
    out.all(ROW_BEGINS)
    out.all(this.digits)
    out.all(TAG_ENDS)
  }

  bytes(column: number, source: Buffer, from: number, to: number, marks: number, isNumber: boolean): boolean {
    if (to === from) return true
    if ((marks & (MARK.escape | MARK.xml)) !== 0 || to - from > CELL_CHARACTERS) return false
    const kind = this.kinds[column]
    if (kind === 'instant') return false
    if (isNumber && (kind === 'amount' || kind === 'integer')) {
      if (!isPlainNumber(marks, from, to)) return false
      this.value(column, source, from, to, this.numberMiddle[column]!, NUMBER_ENDS)
      return true
    }
    if (couldRunByte(source[from]!) || source[from] === SPACE || source[to - 1] === SPACE) return false
    this.value(column, source, from, to, this.textMiddle, TEXT_ENDS)
    return true
  }

  private value(column: number, source: Buffer, from: number, to: number, middle: Buffer, ends: Buffer): void {
    const { out } = this
    out.reserve(to - from + AROUND)
    out.all(this.begins[column]!)
    out.all(this.digits)
    out.all(middle)
    out.bytes(source, from, to)
    out.all(ends)
  }

  cell(column: number, value: CellInput): void {
    this.out.text(cellXml(`${this.letters[column]}${this.row}`, this.kinds[column]!, value, this.minutes))
  }

  end(): void {
    this.out.reserve(AROUND)
    this.out.all(ROW_ENDS)
  }
}

function cellXml(at: string, kind: CellKind, value: CellInput, minutes: number): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof ReturnedCell) return returnedCell(at, kind, value)
  if (value instanceof Date) return numberCell(at, String(serialDay(value, minutes)), STYLE.instant)
  if (kind === 'integer' && typeof value === 'number') return numberCell(at, String(value), STYLE.integer)
  const text = String(value)
  // The decimal text goes into the file as it is: an amount is never a JavaScript number (law 6).
  if (kind === 'amount' && isExactNumber(text)) return numberCell(at, text, STYLE.amount)
  if (kind === 'decimal' && isExactNumber(text)) return numberCell(at, text, STYLE.number)
  return textCell(at, text, styleOf(text))
}

/** Of several lines some programs show only the last, unless they may wrap. */
function styleOf(text: string): number {
  if (text.includes('\n')) return STYLE.lines
  return couldRun(text) ? STYLE.guarded : STYLE.text
}

/** An empty cell shows its mark only where something stands in it; reading takes a space for nothing. */
const MISSING = ' '

/**
 * As it came, so that reading it again says the same: what lost its digits, became a date or an error stays that. Digits of an
 * identifier become text before they are lost; a formula is only its own text.
 */
function returnedCell(at: string, kind: CellKind, { cell, isMarked }: ReturnedCell): string {
  if (cell.kind === 'empty') return isMarked ? textCell(at, MISSING, STYLE.marked) : ''
  const isNumber = cell.kind === 'number' || (cell.kind === 'text' && kind === 'amount' && isExactNumber(cell.text))
  const digits = cell.kind === 'number' && kind !== 'amount' ? plainDigits(cell.text) : null
  if (isNumber && digits === null && Number.isFinite(Number(cell.text)))
    return numberCell(at, cell.text, isMarked ? STYLE.markedNumber : STYLE.number)
  const day = cell.kind === 'date' ? dayOf(cell.text) : null
  if (day !== null) return numberCell(at, String(day), isMarked ? STYLE.markedDate : STYLE.date)
  // A text that begins like a formula came as a text: the space, which reading takes away, tells it from one.
  const text = digits ?? (cell.kind === 'text' && cell.text.startsWith('=') ? ` ${cell.text}` : cell.text)
  return textCell(at, text, isMarked ? STYLE.marked : styleOf(text))
}

function dayOf(iso: string): number | null {
  const at = new Date(`${iso.replace(' ', 'T')}${iso.includes(' ') ? 'Z' : ''}`)
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1901 ? null : serialDay(at, 0)
}

function numberCell(at: string, value: string, style: number): string {
  return `<c r="${at}" s="${style}"><v>${value}</v></c>`
}

/**
 * Always a text to the program that opens it, whatever it begins with. A text that could run elsewhere also carries
 * the mark of a typed apostrophe (`quotePrefix`), so that it stays one when the cell is edited.
 */
function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Days since 30 December 1899, as a clock on the wall of the zone shows them. */
function serialDay(at: Date, minutes: number): number {
  const seconds = Math.round(at.getTime() / 1000) + minutes * 60
  return Math.round((seconds / 86_400 + 25_569) * 1e6) / 1e6
}

const SPECIAL = /[&<>_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

/** XML has no way to write most control characters; the format writes them as `_x000D_`, and so that text itself as `_x005F_x000D_`. */
export function xmlText(text: string): string {
  const cut = text.length > CELL_CHARACTERS ? text.slice(0, CELL_CHARACTERS) : text
  if (!SPECIAL.test(cut)) return cut
  return cut
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (mark) =>
      mark === '\n' || mark === '\t' ? mark : `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
