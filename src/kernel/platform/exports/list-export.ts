import type { TProperties, TSchema } from 'typebox'
import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Shows } from '#kernel/platform/audit/shows.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

export type ExportRow = Readonly<Record<string, unknown>>

/** One column of an export, with the key that the list on the screen has for it. */
export interface ExportColumn {
  readonly key: string
  readonly kind: CellKind
  readonly title: (language: Language) => string
  /** By default the field of the row with the column's key, which is copied into the file without parsing and thus much faster. */
  readonly value?: (row: ExportRow) => CellInput
  /** The fields that `value` reads, where it is known; a file of such columns alone has nothing else read from the database. */
  readonly reads?: readonly string[]
  /** A column that must accompany this one: an amount is never exported without its currency. */
  readonly beside?: string
  /** Right without which the list on the screen hides the column (a cost, a margin); the file omits it as well. */
  readonly right?: string
  /** Right without which its values are masked: a file with full values can be fetched only while the right is held. */
  readonly wholeBy?: string
}

/** The person an export is for, with their rights when it runs. */
export interface Reader {
  readonly principal: Principal
  readonly language: Language
  /** Instant at which overdue or long waiting is judged. */
  readonly now: Date
}

/** A request for a list, as the list call takes it. */
export interface ListQuestion {
  /** Path parameters: the data centre of a region. */
  readonly params: Readonly<Record<string, string>>
  readonly filters: Readonly<Record<string, unknown>>
  readonly sort: readonly string[]
}

/** The rows of a request that one reader may see. */
export interface ExportRows {
  /** All rows in order; read through a cursor. */
  readonly rows: Statement
  /** The number of rows; stops above the maximum that a list counts. */
  readonly count: Statement<{ total: number }>
  /** Where the screen has totals: a row for each value of `by` (a currency), with the amounts of the columns `keys`. */
  readonly totals?: {
    readonly statement: Statement<Record<string, unknown>>
    readonly by: readonly string[]
    readonly keys: readonly string[]
  }
  /** What every row is of, a name and a value a row, above the titles of a workbook: a paper of one customer. */
  readonly facts?: readonly (readonly [string, string])[]
  /** What each row has besides the fields of the statement; unlike `rowOf` it leaves columns without a rule to be copied. */
  readonly besides?: ExportRow
  /** Converts a row of the statement into what the columns read. */
  readonly rowOf?: (row: ExportRow) => ExportRow
  /** The same for a batch of rows whose names have to be looked up: between two fetches, so on the same snapshot. */
  readonly rowsOf?: (rows: readonly ExportRow[]) => Promise<readonly ExportRow[]>
}

/** One column of a list on paper. */
export interface PaperColumn extends Pick<ExportColumn, 'key' | 'title' | 'right'> {
  /** Written with separators, to the right. */
  readonly isAmount: boolean
  readonly text: (row: ExportRow, reader: Pick<Reader, 'language'> & { readonly zone: string }) => string | null
}

/** A list that people take with them as a paper. */
export interface ListPaper {
  readonly path: string
  readonly columns: readonly PaperColumn[]
  /** Keys of columns that are said once instead of in every row: each combination of their values is a table of its own. */
  readonly per: readonly string[]
}

/** A list that can be exported. The server defines its columns; a client only chooses among them. */
export interface ListExport {
  readonly name: string
  /** Path of the export's call. */
  readonly path: string
  /**
   * Path of a second call that is polled until the file is ready (spec section 5): the first call starts the task, the
   * same body again answers code 9000007 while it runs, then the link of the file.
   */
  readonly polled?: string
  readonly paper?: ListPaper
  readonly params?: TSchema
  /**
   * A unique non-null column of the statement (a number, a code) by which a list with too many rows is split. Without
   * it the list cannot be exported in parts.
   */
  readonly key?: string
  /** Body properties: the filters of the list. */
  readonly filters: TProperties
  /** Whether the body's schema refuses names outside `filters`; a document's list refuses them itself. */
  readonly isClosed?: boolean
  /** Both rights are needed, at the request and when the file is fetched. */
  readonly viewRight: string
  readonly right: string
  /**
   * Rights on which the content of rows depends (an amount, the text of an opinion), or whether they appear: those that
   * the reader held when the file was made must all be held when it is fetched.
   */
  readonly readsBy?: readonly string[]
  /** Its sensitive columns, for the audit of reads. */
  readonly shows?: Shows
  readonly title: (language: Language) => string
  /** Labels of the filters, for the page of the file that says what it contains. */
  readonly filterTitle: (language: Language, filter: string) => string
  readonly columns: readonly ExportColumn[]
  /** Refuses whatever the list itself would refuse. */
  readonly query: (tx: Tx, reader: Reader, question: ListQuestion) => Promise<ExportRows>
}

export const FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** The stored part of a request, evaluated again when the task runs. */
export interface ExportRequest extends ListQuestion {
  readonly list: string
  readonly columns: readonly string[]
  readonly format: ExportFormat
  /** Several files in a zip. */
  readonly isParted?: true
  readonly language: Language
  readonly zone: string
}
