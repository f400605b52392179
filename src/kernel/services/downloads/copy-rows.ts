import pg from 'pg'
import { MARK, MARKS, type RowSink } from '#kernel/platform/excel/read/row-sink.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { ExportColumn, ExportRow } from '#kernel/platform/exports/list-export.ts'

/** A column of a statement, as the database describes it. */
export interface CopyField {
  readonly name: string
  readonly dataTypeID: number
}

const TAB = 0x09
const NEWLINE = 0x0a
const BACKSLASH = 0x5c
const NULL_LETTER = 0x4e
/** smallint, int, bigint, numeric: numbers as text. */
const NUMBERS = new Set([21, 23, 20, 1700])
const NUMERIC_KINDS: ReadonlySet<CellKind> = new Set(['amount', 'decimal'])

/**
 * A cursor over the rows of a COPY that does not split them: it knows where each field is, and the flags of its bytes.
 * `row` is the same row for columns made from several fields: a field is parsed when it is read, as the driver would.
 */
class CopyRow {
  readonly from: Int32Array
  readonly to: Int32Array
  readonly marks: Uint8Array
  readonly row: ExportRow
  private readonly fields: number
  private readonly parsers: readonly ((text: string) => unknown)[]
  piece: Buffer = Buffer.alloc(0)

  constructor(fields: readonly CopyField[]) {
    this.fields = fields.length
    this.from = new Int32Array(fields.length)
    this.to = new Int32Array(fields.length)
    this.marks = new Uint8Array(fields.length)
    this.parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID) as (text: string) => unknown)
    this.row = Object.defineProperties(
      {},
      Object.fromEntries(
        fields.map(({ name }, field) => [name, { enumerable: true, get: () => this.value(field) }] as const),
      ),
    )
  }

  /** Finds the fields of the row that begins here; returns where the next one begins. */
  scan(piece: Buffer, begin: number): number {
    const { from, to, marks, fields } = this
    this.piece = piece
    let at = begin
    for (let field = 0; field < fields; field += 1) {
      from[field] = at
      let found = 0
      let byte = piece[at]!
      while (byte !== TAB && byte !== NEWLINE) {
        found |= MARKS[byte]!
        byte = piece[++at]!
      }
      to[field] = at
      marks[field] = found
      at += 1
    }
    return at
  }

  isNull(field: number): boolean {
    const from = this.from[field]!
    return this.to[field]! - from === 2 && this.piece[from] === BACKSLASH && this.piece[from + 1] === NULL_LETTER
  }

  value(field: number): unknown {
    if (this.isNull(field)) return null
    return this.parsers[field]!(this.text(field))
  }

  text(field: number): string {
    const text = this.piece.toString('utf8', this.from[field]!, this.to[field]!)
    return (this.marks[field]! & MARK.escape) === 0 ? text : text.replaceAll(/\\(.)/gs, unescaped)
  }
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(_: string, letter: string): string {
  return ESCAPES[letter] ?? letter
}

type Writer = (sink: RowSink, column: number, row: CopyRow) => void

/** A column that is one field: its bytes are copied into the file where the format allows it. */
function fieldWriter(field: number, isNumber: boolean): Writer {
  return (sink, column, row) => {
    if (row.isNull(field)) return sink.cell(column, null)
    const { from, to, marks, piece } = row
    if (!sink.bytes(column, piece, from[field]!, to[field]!, marks[field]!, isNumber))
      sink.cell(column, row.value(field) as CellInput)
  }
}

/** Plans how the columns are written, once for all rows. */
export function copyWriter(
  fields: readonly CopyField[],
  columns: readonly ExportColumn[],
  rowOf: ((row: ExportRow) => ExportRow) | undefined,
  besides: ExportRow = {},
) {
  const row = new CopyRow(fields)
  // It inherits from the row, because a copy would parse all of its fields.
  let shaped: ExportRow = Object.create(row.row, Object.getOwnPropertyDescriptors(besides)) as ExportRow
  const writers = columns.map(({ key, kind, value }): Writer => {
    const field = fields.findIndex(({ name }) => name === key)
    const type = fields[field]
    // The wire has amounts as text; the format looks at the bytes before it takes them for a number.
    if (value === undefined && rowOf === undefined && type)
      return fieldWriter(field, NUMBERS.has(type.dataTypeID) || NUMERIC_KINDS.has(kind))
    return (sink, column) => sink.cell(column, valueOf(shaped, key, value))
  })
  /** Writes all rows of a chunk, and returns their number. */
  return (sink: RowSink, piece: Buffer): number => {
    let rows = 0
    for (let at = 0; at < piece.length; rows += 1) {
      at = row.scan(piece, at)
      if (rowOf) shaped = rowOf(row.row)
      sink.begin()
      for (let column = 0; column < writers.length; column += 1) writers[column]!(sink, column, row)
      sink.end()
    }
    return rows
  }
}

/** A column without a rule of its own is the field of its name. */
export function valueOf(row: ExportRow, key: string, value: ExportColumn['value']): CellInput {
  return value ? value(row) : (row[key] as CellInput)
}
