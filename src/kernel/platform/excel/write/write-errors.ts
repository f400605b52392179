import type { Language } from '#kernel/base/i18n/language.ts'
import { type Cell, emptyCell } from '../cell.ts'
import type { Columns } from '../columns.ts'
import { addedColumns } from '../locale/added-columns.ts'
import { ReturnedCell } from '../sheet-cells.ts'
import { workbookStream } from './write-workbook.ts'

/** One row of the file as it came, or as it was mended, with what is wrong with it. */
export interface ErrorRow {
  /** As Excel numbers it in the file it came from. */
  readonly row: number
  /** By column, as they stand in the file. */
  readonly cells: Readonly<Record<string, Cell>>
  /** Number of the document that it went into; only where the sheet has such a column. */
  readonly document?: string | null
  /** In the reader's language; without a column it is about the row as a whole. */
  readonly problems: readonly { readonly column: string | null; readonly msg: string }[]
}

export interface ErrorWorkbook {
  readonly sheetName: string
  readonly columns: Columns
  readonly language: Language
  readonly batches: AsyncIterable<readonly ErrorRow[]>
  /** Of all rows of a file whose rows become documents: which one each is in. */
  readonly hasDocuments?: boolean
}

/**
 * The bad rows of a file to mend and upload again, as a stream of bytes: the cells as they came, the bad ones marked, what
 * is wrong in a last column. Reading it back ignores the two columns that were added.
 */
export function errorWorkbookStream(spec: ErrorWorkbook): AsyncGenerator<Buffer> {
  const { columns, language } = spec
  const titles = new Map(columns.map((column) => [column.key, column.titles[language]]))
  async function* rows() {
    for await (const batch of spec.batches) {
      yield batch.map(({ row, cells, problems, document }) => {
        const bad = new Set(problems.map(({ column }) => column))
        return [
          ...columns.map(({ key }) => new ReturnedCell(cells[key] ?? emptyCell, bad.has(key))),
          row,
          ...(spec.hasDocuments ? [document ?? ''] : []),
          problems.map((problem) => sentence(problem, titles)).join('; '),
        ]
      })
    }
  }
  const added = addedColumns[language]
  const sheet = {
    name: spec.sheetName,
    columns: [
      ...columns.map(({ key, kind }) => ({
        title: titles.get(key) ?? key,
        kind: kind === 'amount' || kind === 'integer' ? ('amount' as const) : ('text' as const),
      })),
      { title: added.row, kind: 'integer' as const },
      ...(spec.hasDocuments ? [{ title: added.document, kind: 'text' as const }] : []),
      { title: added.problem, kind: 'text' as const },
    ],
    batches: rows(),
  }
  return workbookStream([sheet], 'UTC+00:00')
}

function sentence({ column, msg }: ErrorRow['problems'][number], titles: ReadonlyMap<string, string>): string {
  const title = column === null ? undefined : titles.get(column)
  return title === undefined || msg.includes(title) ? msg : `${title}: ${msg}`
}
