import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import type { SheetContent } from '#kernel/platform/excel/cell.ts'
import type { ListExport, Reader } from '#kernel/platform/exports/list-export.ts'

interface ExportedList {
  readonly list: ListExport
  readonly reader: Pick<Reader, 'language'>
}

const LIMITS = { maxBytes: 1e8, maxUncompressedBytes: 1e9, maxRows: 100_000, maxColumns: 60 }

/** The exported file of a list. */
export async function readExported(asked: ExportedList, bytes: Buffer): Promise<SheetContent> {
  return belowFacts(asked, await readSheet(bytes, LIMITS))
}

/** What every row of a file is of stands above its titles. */
function belowFacts({ list, reader }: ExportedList, { header, rows, ...sheet }: SheetContent): SheetContent {
  const textOf = (cell: (typeof rows)[number]['cells'][number] | undefined) =>
    cell === undefined || cell.kind === 'empty' ? '' : cell.text
  const first = list.columns[0]?.title(reader.language)
  const at = rows.findIndex(({ cells }) => textOf(cells[0]) === first)
  if (header[0] === first || at < 0) return { header, rows, ...sheet }
  return { header: rows[at]!.cells.map(textOf), rows: rows.slice(at + 1), ...sheet }
}
