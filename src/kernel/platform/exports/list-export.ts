import type { TProperties, TSchema } from 'typebox'
import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Shows } from '#kernel/platform/audit/shows.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

export type ExportRow = Readonly<Record<string, unknown>>

/** One column that an export can hold, by the key that the list on the screen has for it. */
export interface ExportColumn {
  readonly key: string
  readonly kind: CellKind
  readonly title: (language: Language) => string
  readonly isWide?: boolean
  /** Without it the field of the row that has the column's key; as such it goes into the file without being read, which is much faster. */
  readonly value?: (row: ExportRow) => CellInput
  /** Column without which this one says nothing: an amount goes nowhere without its currency. */
  readonly beside?: string
  /** Right without which the list on the screen hides the column (a cost, a margin): the file has it for nobody else either. */
  readonly right?: string
  /** Right without which its values are shown in part: a file that has them whole is fetched as long as it is held. */
  readonly wholeBy?: string
}

/** Who an export is for: as he stands when it runs. */
export interface Reader {
  readonly principal: Principal
  readonly language: Language
  /** What is overdue, or waits too long, is so at this moment. */
  readonly now: Date
}

/** What a list was asked for, as the list call takes it. */
export interface ListQuestion {
  /** Of the path: the data centre of a region. */
  readonly params: Readonly<Record<string, string>>
  readonly filters: Readonly<Record<string, unknown>>
  readonly sort: readonly string[]
}

/** The rows of a question as one reader may see them. */
export interface ExportRows {
  /** All rows in their order; read through a cursor. */
  readonly rows: Statement
  /** How many there are; stops above the most that a list counts. */
  readonly count: Statement<{ total: number }>
  /** Makes what the columns read of a row of the statement. */
  readonly rowOf?: (row: ExportRow) => ExportRow
  /** The same for a batch of rows whose names have to be read: between two fetches, so on the snapshot of all others. */
  readonly rowsOf?: (rows: readonly ExportRow[]) => Promise<readonly ExportRow[]>
}

/** A list that can be exported. Its columns stand here, on the server; a client only chooses among them. */
export interface ListExport {
  readonly name: string
  /** Path of the export's call. */
  readonly path: string
  /**
   * Path of a second call that is repeated until the file is there (spec section 5): the first one starts the task, the
   * same body again answers code 9000007 while it runs, then the link of the file.
   */
  readonly polled?: string
  readonly params?: TSchema
  /**
   * Column of the statement that is unique and never empty (a number, a code), by which a list of too many rows is cut
   * into parts. Without it the list cannot be exported in parts.
   */
  readonly key?: string
  /** Of the body: the filters of the list. */
  readonly filters: TProperties
  /** Whether a name outside `filters` is refused by the body's schema; a document's list refuses it by itself. */
  readonly isClosed?: boolean
  /** Both are needed, now and when the file is fetched. */
  readonly viewRight: string
  readonly right: string
  /**
   * Rights by which a row says more or less (an amount, the words of an opinion), or is there at all: of those the reader holds when the
   * file is made none may be gone when it is fetched.
   */
  readonly readsBy?: readonly string[]
  /** What is sensitive in its columns, for the audit of reads. */
  readonly shows?: Shows
  readonly title: (language: Language) => string
  /** What a filter is called, for the page of the file that says what it holds. */
  readonly filterTitle: (language: Language, filter: string) => string
  readonly columns: readonly ExportColumn[]
  /** Refuses what the list itself would refuse. */
  readonly query: (tx: Tx, reader: Reader, question: ListQuestion) => Promise<ExportRows>
}

export const FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** What is kept of a request, and asked again when the task runs. */
export interface ExportRequest extends ListQuestion {
  readonly list: string
  readonly columns: readonly string[]
  readonly format: ExportFormat
  /** Several files in a zip. */
  readonly isParted?: true
  readonly language: Language
  readonly zone: string
}
