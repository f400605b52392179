import type { Language } from '#kernel/i18n/language.ts'
import type { Columns } from './columns.ts'
import { addedColumns } from './locale/added-columns.ts'
import { MarkedText } from './sheet-cells.ts'
import { workbookStream } from './write-workbook.ts'

/** One row of the file as it came, or as it was mended, with what is wrong with it. */
export interface ErrorRow {
  /** As Excel numbers it in the file it came from. */
  readonly row: number
  /** By column, as they stand in the file. */
  readonly texts: Readonly<Record<string, string>>
  /** In the reader's language; without a column it is about the row as a whole. */
  readonly problems: readonly { readonly column: string | null; readonly msg: string }[]
}

export interface ErrorWorkbook {
  readonly sheetName: string
  readonly columns: Columns
  readonly language: Language
  /** Titles as they stood in the file, by column; where there is none, those of the columns. */
  readonly titles?: Readonly<Record<string, string>>
  readonly batches: AsyncIterable<readonly ErrorRow[]>
}

/** An empty cell shows its mark only where something stands in it; reading takes a space for nothing. */
const MISSING = ' '

/**
 * The bad rows of a file to mend and upload again, as a stream of bytes: original titles and texts, the bad cells marked, what
 * is wrong in a last column. Reading it back ignores the two columns that were added.
 */
export function errorWorkbookStream(spec: ErrorWorkbook): AsyncGenerator<Buffer> {
  const { columns, language, titles = {} } = spec
  const heads = columns.map((column) => ({
    title: titles[column.key] ?? column.titles[language],
    kind: 'text' as const,
  }))
  async function* rows() {
    for await (const batch of spec.batches) {
      yield batch.map(({ row, texts, problems }) => {
        const bad = new Set(problems.map(({ column }) => column))
        return [
          ...columns.map(({ key }) => (bad.has(key) ? new MarkedText(texts[key] || MISSING) : texts[key])),
          row,
          problems.map(({ msg }) => msg).join('\n'),
        ]
      })
    }
  }
  const added = addedColumns[language]
  const sheet = {
    name: spec.sheetName,
    columns: [
      ...heads,
      { title: added.row, kind: 'integer' as const },
      { title: added.problem, kind: 'text' as const },
    ],
    batches: rows(),
  }
  return workbookStream([sheet], 'UTC+00:00')
}
