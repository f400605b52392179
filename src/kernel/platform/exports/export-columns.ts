import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { ExportColumn, ExportRow, ExportRows } from './list-export.ts'

type Title = ExportColumn['title']

/** Types a column over rows of one type. */
export function exportColumn<Row>(
  key: string,
  kind: CellKind,
  title: Title,
  value: (row: Row) => CellInput,
  more: Pick<ExportColumn, 'beside'> = {},
): ExportColumn {
  return { key, kind, title, value: (row) => value(row as Row), ...more }
}

/** Every path to a text within an object of texts. */
type Path<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}` }[keyof T & string]

/** The texts of the screen by path: `words('columns.state')`. */
export function wordsOf<Texts>(
  texts: Readonly<Record<Language, Texts>>,
): (path: Path<Texts>) => (language: Language) => string {
  return (path) => (language) => {
    const found = path
      .split('.')
      .reduce((node: unknown, key) => (node as Readonly<Record<string, unknown>>)[key], texts[language])
    return String(found)
  }
}

/** The title of a column of percent: a file has bare numbers, so that the title says what they are. */
export function inPercent(title: string): string {
  return title.includes('%') ? title : `${title} (%)`
}

/** An ISO instant as a cell. */
export function moment(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null
}

/** Rows that are computed instead of read: few, and in memory already. */
export function rowsInMemory(rows: readonly object[]): ExportRows {
  return {
    rows: {
      text: `select value as row from jsonb_array_elements($1::jsonb) with ordinality each (value, place) order by place`,
      values: [JSON.stringify(rows)],
    },
    count: countedRows(rows.length),
    rowOf: (row) => row['row'] as ExportRow,
  }
}

export function countedRows(total: number): Statement<{ total: number }> {
  return { text: 'select $1::int as total', values: [total] }
}

/** Runs statements one after the other, because the connection of a cursor takes one at a time. */
export function inTurn(tx: Tx): Tx {
  let last: Promise<unknown> = Promise.resolve()
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
  return {
    rows: (query) => next(() => tx.rows(query)),
    first: (query) => next(() => tx.first(query)),
    run: (query) => next(() => tx.run(query)),
    flight: (statements) => next(() => tx.flight(statements)),
  }
}
