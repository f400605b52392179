import {
  type Batches,
  type CellInput,
  type CellKind,
  couldRun,
  isExactNumber,
  timeIn,
  type WrittenColumn,
} from './sheet-cells.ts'

/** Makes a spreadsheet program read the text as UTF-8. */
const MARK = '\uFEFF'

/** A csv file (RFC 4180) as a stream of its bytes. It has no kinds of cell: what could run gets an apostrophe. */
export async function* csvStream(
  columns: readonly WrittenColumn[],
  batches: Batches,
  zone: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${MARK}${columns.map(({ title }) => field(title)).join(',')}\r\n`)
  const kinds = columns.map(({ kind }) => kind)
  for await (const batch of batches) {
    const rows = batch.map((cells) => kinds.map((kind, index) => csvCell(kind, cells[index], zone)).join(','))
    if (rows.length > 0) yield Buffer.from(`${rows.join('\r\n')}\r\n`)
  }
}

function csvCell(kind: CellKind, value: CellInput, zone: string): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return timeIn(zone, value)
  if (typeof value === 'number') return String(value)
  // A negative amount begins with a minus and is a number all the same.
  return kind === 'amount' && isExactNumber(value) ? value : field(value)
}

function field(text: string): string {
  const safe = couldRun(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
