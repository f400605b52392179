import { isDay } from '#kernel/base/clock/day.ts'
import { ByteWriter } from './byte-writer.ts'
import { SheetWidths, MEASURED } from './sheet-widths.ts'
import { plainDigits } from '../decimal-text.ts'
import { type Batches, couldRunByte, MARK, type RowSink, writeBatch } from '../read/row-sink.ts'
import {
  type CellInput,
  type CellKind,
  couldRun,
  isExactNumber,
  ReturnedCell,
  type WrittenColumn,
} from '../sheet-cells.ts'
import type { HeadNote } from '../sheet-notes.ts'
import { STYLE } from '../sheet-styles.ts'
import { CELL_CHARACTERS, columnLetters, MAIN, OFFICE, XML, xmlText } from '../sheet-xml.ts'
import { isPlainNumber } from './write-csv.ts'

export interface WrittenSheet {
  readonly name: string
  readonly columns: readonly WrittenColumn[]
  readonly batches: Batches
  /** Facts that every row is of, a name and a value a row, above the titles of the columns. */
  readonly facts?: readonly (readonly [string, string])[]
  /** Rows below those of the list, which sorting and filtering leave in their place. */
  readonly totals?: readonly (readonly (string | null)[])[]
  /** Set where the part may exceed 4 GB. */
  readonly isLarge?: boolean
  /** Without a form the first row is frozen as the title row of a list. */
  readonly form?: SheetForm
}

/** Features of a template sheet beyond its cells. */
export interface SheetForm {
  readonly isHeadFrozen?: boolean
  readonly headHeight?: number
  readonly isHidden?: boolean
  readonly notes?: readonly HeadNote[]
  readonly choices?: readonly Choices[]
}

/** A drop-down in the cells below a title. */
export interface Choices {
  /** Zero-based. */
  readonly column: number
  /** Number of cells below the title. */
  readonly rows: number
  /** Formula reference to the entries on another sheet, since Excel allows only 255 characters of entries in place. */
  readonly from: string
  readonly mayBeBlank: boolean
}

/** Chunk size for the compressor: it runs in another thread, and each hand-over has a cost. */
const PIECE = 1024 * 1024

/** Without a default row height, LibreOffice gives every row this height and shows only the last line of a text. */
const ROWS = '<sheetFormatPr defaultRowHeight="15"/>'

/** All columns on the width of A4 paper, over as many pages as needed. */
const ON_PAPER = '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>'

/** The part of a workbook for one sheet. A chunk is valid until the one after the next is requested. */
export async function* sheetXml(
  { columns, batches, facts = [], totals = [], form }: WrittenSheet,
  minutes: number,
): AsyncGenerator<Buffer> {
  const out = new ByteWriter(PIECE + PIECE / 2, true)
  // An empty row between them and the list.
  const headRow = facts.length > 0 ? facts.length + 2 : 1
  const sink = new SheetSink(out, columns, minutes, headRow)
  const head = () => Buffer.from(headXml(columns, sink.widths, { form, facts, headRow }))
  let isBegun = false
  for await (const batch of batches) {
    writeBatch(sink, batch, columns.length)
    if (out.size < PIECE) continue
    if (!isBegun) yield head()
    isBegun = true
    yield out.take()
  }
  if (!isBegun) yield head()
  const filter =
    form || columns.length === 0
      ? ''
      : `<autoFilter ref="A${headRow}:${columnLetters(columns.length - 1)}${sink.last}"/>`
  out.text(totals.map((cells, index) => totalsXml(sink.last + 1 + index, cells, columns)).join(''))
  out.text(`</sheetData>${filter}${choicesXml(form?.choices ?? [])}${ON_PAPER}${notesOf(form)}</worksheet>`)
  yield out.take()
}

/** A year, a currency or a pool that a row of totals is of stands as it is; only amounts are numbers. */
function totalsXml(row: number, cells: readonly (string | null)[], columns: readonly WrittenColumn[]): string {
  const written = cells.map((value, index) => {
    const [at, text] = [`${columnLetters(index)}${row}`, value ?? '']
    if (text === '') return `<c r="${at}" s="${STYLE.total}"/>`
    const isAmount = columns[index]?.kind === 'amount' && isExactNumber(text)
    return isAmount ? numberCell(at, text, STYLE.totalAmount) : textCell(at, text, STYLE.total)
  })
  return `<row r="${row}">${written.join('')}</row>`
}

const frozen = (row: number) =>
  `<pane ySplit="${row}" topLeftCell="A${row + 1}" activePane="bottomLeft" state="frozen"/>`

interface SheetHead {
  readonly form: SheetForm | undefined
  readonly facts: readonly (readonly [string, string])[]
  readonly headRow: number
}

/** A value that is longer than its column runs on over the empty cells beside it. */
function factXml([name, value]: readonly [string, string], index: number): string {
  const row = index + 1
  return `<row r="${row}">${textCell(`A${row}`, name, STYLE.head)}${textCell(`B${row}`, value, styleOf(value))}</row>`
}

function headXml(columns: readonly WrittenColumn[], found: SheetWidths, { form, facts, headRow }: SheetHead): string {
  const widths = columns.map((column, index) => {
    const { styles } = column
    const wide = found.of(index, column)
    // Style of empty cells: what is typed there is text, or an amount, at once.
    const style = styles === undefined ? '' : ` style="${STYLE[styles.empty]}"`
    return `<col min="${index + 1}" max="${index + 1}" width="${wide}" customWidth="1"${style}/>`
  })
  const head = columns.map(({ title, kind, styles }, index) => {
    if (title === '') return ''
    const ofKind = kind === 'amount' || kind === 'integer' || kind === 'decimal' ? 'headRight' : 'head'
    return textCell(`${columnLetters(index)}${headRow}`, title, STYLE[styles?.head ?? ofKind])
  })
  const view = form === undefined || form.isHeadFrozen ? frozen(headRow) : ''
  const height = form?.headHeight === undefined ? '' : ` ht="${form.headHeight}" customHeight="1"`
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${view}</sheetView></sheetViews>${ROWS}<cols>${widths.join('')}</cols><sheetData>${facts.map(factXml).join('')}<row r="${headRow}"${height}>${head.join('')}</row>`
}

/** Another value only causes a warning: a code may be pasted without its name, and the import checks it anyway. */
function choicesXml(choices: readonly Choices[]): string {
  if (choices.length === 0) return ''
  const entries = choices.map(({ column, rows, from, mayBeBlank }) => {
    const letters = columnLetters(column)
    const blank = mayBeBlank ? ' allowBlank="1"' : ''
    return `<dataValidation type="list" errorStyle="warning"${blank} showErrorMessage="1" sqref="${letters}2:${letters}${rows + 1}"><formula1>${xmlText(from)}</formula1></dataValidation>`
  })
  return `<dataValidations count="${entries.length}">${entries.join('')}</dataValidations>`
}

/** Relation from a sheet to the shapes of its notes; the notes themselves have a relation of their own. */
export const NOTE_SHAPES = 'rId1'

function notesOf(form: SheetForm | undefined): string {
  return form?.notes?.length ? `<legacyDrawing r:id="${NOTE_SHAPES}"/>` : ''
}

const ROW_BEGINS = Buffer.from('<row r="')
const TAG_ENDS = Buffer.from('">')
const ROW_ENDS = Buffer.from('</row>')
const TEXT_ENDS = Buffer.from('</t></is></c>')
const NUMBER_ENDS = Buffer.from('</v></c>')
/** An upper bound of the bytes around one value. */
const AROUND = 80
const SPACE = 0x20

/** Writes the cells of a sheet. Most come as bytes that need no inspection beyond their flags and are copied between the markup. */
class SheetSink implements RowSink {
  private readonly out: ByteWriter
  private readonly minutes: number
  private readonly kinds: readonly CellKind[]
  /** Styles by column, for columns whose cells have one style. */
  private readonly styles: readonly (number | undefined)[]
  private readonly letters: readonly string[]
  private readonly begins: readonly Buffer[]
  private readonly textMiddle = Buffer.from(`" s="${STYLE.text}" t="inlineStr"><is><t>`)
  private readonly numberMiddle: readonly Buffer[]
  readonly widths: SheetWidths
  private row: number
  private digits = new Uint8Array(0)

  constructor(out: ByteWriter, columns: readonly WrittenColumn[], minutes: number, headRow: number) {
    this.out = out
    this.row = headRow
    this.minutes = minutes
    this.widths = new SheetWidths(columns)
    this.kinds = columns.map(({ kind }) => kind)
    this.styles = columns.map(({ styles }) => styles && STYLE[styles.cells])
    this.letters = columns.map((_, index) => columnLetters(index))
    this.begins = this.letters.map((letters) => Buffer.from(`<c r="${letters}`))
    this.numberMiddle = this.kinds.map((kind) =>
      Buffer.from(`" s="${kind === 'integer' ? STYLE.integer : STYLE.amount}"><v>`),
    )
  }

  /** Number of the last row. */
  get last(): number {
    return this.row
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
    if (kind === 'instant' || kind === 'day' || kind === 'decimal' || this.styles[column] !== undefined) return false
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
    if (this.row <= MEASURED) this.widths.add(column, source.toString('utf8', from, to))
    out.reserve(to - from + AROUND)
    out.all(this.begins[column]!)
    out.all(this.digits)
    out.all(middle)
    out.bytes(source, from, to)
    out.all(ends)
  }

  cell(column: number, value: CellInput): void {
    if (this.row <= MEASURED) this.widths.addCell(column, value)
    const at = `${this.letters[column]}${this.row}`
    const style = this.styles[column]
    const kind = this.kinds[column]!
    this.out.text(style === undefined ? cellXml(at, kind, value, this.minutes) : styledCell(at, kind, value, style))
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
  const day = kind === 'day' && isDay(text) ? dayOf(text) : null
  if (day !== null) return numberCell(at, String(day), STYLE.day)
  // The decimal text is written unchanged: an amount is never a JavaScript number.
  if (kind === 'amount' && isExactNumber(text)) return numberCell(at, text, STYLE.amount)
  if (kind === 'decimal' && isExactNumber(text)) return numberCell(at, text, STYLE.number)
  return textCell(at, text, styleOf(text))
}

function styledCell(at: string, kind: CellKind, value: CellInput, style: number): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'object') throw new Error(`${at}: a column with styles of its own holds texts and numbers`)
  const text = String(value)
  const isNumber = (kind === 'amount' || kind === 'integer') && isExactNumber(text)
  return isNumber ? numberCell(at, text, style) : textCell(at, text, style)
}

/** Without wrapping, some programs show only the last of several lines. */
function styleOf(text: string): number {
  if (text.includes('\n')) return STYLE.lines
  return couldRun(text) ? STYLE.guarded : STYLE.text
}

/** Programs show the mark of an empty cell only if it has content; reading ignores the space. */
const MISSING = ' '

/**
 * The raw cell, so that reading it again gives the same: lost digits, dates and errors stay as they are. Digits of an
 * identifier become text before they are lost; a formula is written as its text.
 */
function returnedCell(at: string, kind: CellKind, { cell, isMarked }: ReturnedCell): string {
  if (cell.kind === 'empty') return isMarked ? textCell(at, MISSING, STYLE.marked) : ''
  const isNumber = cell.kind === 'number' || (cell.kind === 'text' && kind === 'amount' && isExactNumber(cell.text))
  const digits = cell.kind === 'number' && kind !== 'amount' ? plainDigits(cell.text) : null
  if (isNumber && digits === null && Number.isFinite(Number(cell.text)))
    return numberCell(at, cell.text, isMarked ? STYLE.markedNumber : STYLE.number)
  const day = cell.kind === 'date' ? dayOf(cell.text) : null
  if (day !== null) return numberCell(at, String(day), isMarked ? STYLE.markedDate : STYLE.date)
  // A text that begins like a formula was a text: the leading space, which reading removes, distinguishes it from a formula.
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
 * Always a text for the program that opens it, whatever it begins with. A text that could run elsewhere also has
 * `quotePrefix`, so that it stays a text when the cell is edited.
 */
function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Days since 30 December 1899, in local time of the zone. */
function serialDay(at: Date, minutes: number): number {
  const seconds = Math.round(at.getTime() / 1000) + minutes * 60
  return Math.round((seconds / 86_400 + 25_569) * 1e6) / 1e6
}
