import type { Language } from '#kernel/base/i18n/language.ts'
import { type Cell, emptyCell } from '../cell.ts'
import type { Columns } from '../columns.ts'
import { addedColumns } from '../locale/added-columns.ts'
import { ReturnedCell } from '../sheet-cells.ts'
import { workbookStream } from './write-workbook.ts'

/** One row of the file, as uploaded or corrected, with its errors. */
export interface ErrorRow {
  /** Row number of the original file. */
  readonly row: number
  /** Raw cells by column. */
  readonly cells: Readonly<Record<string, Cell>>
  /** Number of the document that the row went into; only where the sheet has such a column. */
  readonly document?: string | null
  /** In the reader's language; without a column the error concerns the whole row. */
  readonly problems: readonly { readonly column: string | null; readonly msg: string }[]
}

export interface ErrorWorkbook {
  readonly sheetName: string
  readonly columns: Columns
  readonly language: Language
  readonly batches: AsyncIterable<readonly ErrorRow[]>
  /** For a file whose rows become documents: the document of each row. */
  readonly hasDocuments?: boolean
}

/**
 * The invalid rows of a file, to correct and upload again, as a byte stream: the raw cells, the invalid ones marked,
 * the errors in a last column. Reading it back ignores the two added columns.
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
