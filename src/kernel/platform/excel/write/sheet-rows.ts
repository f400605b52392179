import { type Cell, emptyCell, type ReadLimits, type SheetRow } from '../cell.ts'
import { RowBounds } from '../read/row-bounds.ts'
import { attribute, type XmlHandler } from '../read/scan-xml.ts'
import { notWorkbook } from '../read/unzip.ts'
import { decodeEscapes } from '../read/workbook-parts.ts'

const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
const NUMBER = /^[+-]?\d+(\.\d*)?(e[+-]?\d+)?$/i
const DAY_MS = 86_400_000

export interface CellContext {
  readonly sharedStrings: readonly string[]
  readonly dateStyles: readonly boolean[]
  readonly from1904: boolean
}

/**
 * Turns the XML of a sheet into rows while it arrives. The limits are enforced at the first row or cell beyond them, so that a large file
 * is refused early. Rows without content do not count: templates carry thousands of formatted blank ones.
 */
export class SheetRows implements XmlHandler {
  readonly #bounds: RowBounds
  readonly #context: CellContext
  readonly #emit: (row: SheetRow) => void
  #isSheet = false
  #inData = false
  #row = 0
  #cells: Cell[] | null = null
  #column = 0
  #type = ''
  #style = -1
  #value = ''
  #inline = ''
  #formula: string | null = null
  #target: 'value' | 'inline' | 'formula' | null = null
  #inRuby = false

  constructor(limits: ReadLimits, context: CellContext, emit: (row: SheetRow) => void) {
    this.#bounds = new RowBounds(limits)
    this.#context = context
    this.#emit = emit
  }

  /** To be called when the part has ended. */
  finish(): void {
    if (!this.#isSheet) throw notWorkbook()
  }

  open(name: string, attributes: string): void {
    switch (name) {
      case 'worksheet':
        this.#isSheet = true
        break
      case 'sheetData':
        this.#inData = true
        break
      case 'row':
        if (this.#inData) this.#openRow(attributes)
        break
      case 'c':
        if (this.#cells) this.#openCell(attributes)
        break
      case 'v':
        this.#target = 'value'
        break
      case 't':
        this.#target = 'inline'
        break
      case 'f':
        this.#target = 'formula'
        this.#formula ??= ''
        break
      case 'rPh':
        this.#inRuby = true
        break
    }
  }

  text(text: string): void {
    if (this.#target === 'value') this.#value += text
    else if (this.#target === 'inline') this.#inline += this.#inRuby ? '' : text
    else if (this.#target === 'formula') this.#formula += text
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
      case 'f':
        this.#target = null
        break
      case 'rPh':
        this.#inRuby = false
        break
      case 'c':
        if (this.#cells) this.#closeCell(this.#cells)
        break
      case 'row':
        if (this.#cells) this.#closeRow(this.#cells)
        break
      case 'sheetData':
        this.#inData = false
        break
    }
  }

  #openRow(attributes: string): void {
    const stated = attribute(attributes, 'r')
    const row = stated === undefined ? this.#row + 1 : Number(stated)
    if (!Number.isInteger(row) || row <= this.#row || row > LAST_ROW) throw notWorkbook()
    this.#row = row
    this.#cells = []
    this.#column = 0
  }

  #openCell(attributes: string): void {
    const reference = attribute(attributes, 'r')
    if (reference !== undefined) this.#column = columnOf(reference)
    this.#type = attribute(attributes, 't') ?? 'n'
    const style = attribute(attributes, 's')
    this.#style = style === undefined ? -1 : Number(style)
    this.#value = ''
    this.#inline = ''
    this.#formula = null
  }

  #closeCell(cells: Cell[]): void {
    const column = this.#column
    this.#column += 1
    const cell = this.#cell()
    if (cell.kind === 'empty') return
    this.#bounds.cell(column, cell, this.#type === 's')
    while (cells.length < column) cells.push(emptyCell)
    cells[column] = cell
  }

  #closeRow(cells: Cell[]): void {
    this.#cells = null
    if (cells.length === 0) return
    this.#bounds.row()
    this.#emit({ row: this.#row, cells })
  }

  #cell(): Cell {
    if (this.#formula !== null) return { kind: 'formula', text: `=${decodeEscapes(this.#formula)}` }
    switch (this.#type) {
      case 's':
        return textCell(this.#context.sharedStrings[indexOf(this.#value, this.#context.sharedStrings.length)] ?? '')
      case 'inlineStr':
        return textCell(decodeEscapes(this.#inline))
      case 'str':
        return textCell(decodeEscapes(this.#value))
      case 'b':
        return this.#value === ''
          ? emptyCell
          : { kind: 'boolean', text: this.#value === '1' || this.#value === 'true' ? 'TRUE' : 'FALSE' }
      case 'e':
        return { kind: 'error', text: this.#value }
      case 'd':
        return { kind: 'date', text: this.#value.slice(0, 32) }
      default:
        return this.#number(this.#value.trim())
    }
  }

  #number(text: string): Cell {
    if (text === '') return emptyCell
    if (!NUMBER.test(text)) return textCell(text)
    const isDate = this.#context.dateStyles[this.#style] === true
    const date = isDate ? dateText(Number(text), this.#context.from1904) : null
    return date === null ? { kind: 'number', text } : { kind: 'date', text: date }
  }
}

function textCell(text: string): Cell {
  return text === '' ? emptyCell : { kind: 'text', text }
}

function indexOf(value: string, length: number): number {
  const index = Number(value)
  if (value === '' || !Number.isInteger(index) || index < 0 || index >= length) throw notWorkbook()
  return index
}

/** Zero-based column of a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index += 1) {
    const letter = reference.charCodeAt(index) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > LAST_COLUMN) throw notWorkbook()
  }
  if (column === 0) throw notWorkbook()
  return column - 1
}

/** Day 60 of the 1900 system is a nonexistent 29 February; null where the number is no day. */
function dateText(serial: number, from1904: boolean): string | null {
  if (!(serial >= 0 && serial < 2_958_466)) return null
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const instant = new Date(epoch + Math.round((serial * DAY_MS) / 1000) * 1000).toISOString()
  return Number.isInteger(serial) ? instant.slice(0, 10) : instant.slice(0, 19).replace('T', ' ')
}
