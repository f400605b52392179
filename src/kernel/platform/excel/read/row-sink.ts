import type { CellInput } from '../sheet-cells.ts'

/** Flags for text bytes that some output format must write differently. */
export const MARK = {
  /** The database escaped the text, so the bytes are not the text itself. */
  escape: 1,
  xml: 2,
  csv: 4,
  notNumber: 8,
} as const

/** Flags of each byte; where only some characters beyond ASCII need one, every byte that begins such a character has it. */
export const MARKS: Uint8Array = new Uint8Array(256).map((_, byte) => {
  const letter = String.fromCharCode(byte)
  let marks = /[\d.-]/.test(letter) ? 0 : MARK.notNumber
  if (letter === '\\') marks |= MARK.escape
  // Control characters from U+0080 on begin with C2, those that XML cannot hold with ED and EF.
  if (byte < 0x20 || byte === 0x7f || '&<>_'.includes(letter) || byte === 0xc2 || byte === 0xed || byte === 0xef)
    marks |= MARK.xml
  // A semicolon separates cells where a comma does not, so the text after it is checked.
  if (',;"\r\n'.includes(letter)) marks |= MARK.csv
  return marks
})

/** Receives the cells of a file one by one, row after row. */
export interface RowSink {
  begin(): void
  /**
   * A text as the UTF-8 bytes of its source, with the flags of all of them; `isNumber`: the source says that it is a
   * number. False where the cell must be written through `cell`.
   */
  bytes(column: number, source: Buffer, from: number, to: number, marks: number, isNumber: boolean): boolean
  cell(column: number, value: CellInput): void
  end(): void
}

/** A batch is a list of cells, or writes itself. */
export type RowBatch = readonly (readonly CellInput[])[] | ((sink: RowSink) => void)

/** Rows arrive in batches: the whole file is never in memory. */
export type Batches = AsyncIterable<RowBatch>

export function writeBatch(sink: RowSink, batch: RowBatch, columns: number): void {
  if (typeof batch === 'function') return batch(sink)
  for (const cells of batch) {
    sink.begin()
    for (let column = 0; column < columns; column += 1) sink.cell(column, cells[column])
    sink.end()
  }
}

/** The first byte of a text that a spreadsheet program might take for a formula; full-width signs begin with EF. */
export function couldRunByte(byte: number): boolean {
  return (
    byte === 0x3d || byte === 0x2b || byte === 0x2d || byte === 0x40 || byte === 0x09 || byte === 0x0d || byte === 0xef
  )
}

/** Digits, sign and point of a number that a spreadsheet program keeps exactly. */
export const EXACT_BYTES = 15
