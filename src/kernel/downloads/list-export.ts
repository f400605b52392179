import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { mayThroughout, type Principal } from '#kernel/access/principal.ts'
import type { Statement } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { Refused } from '#kernel/errors/errors.ts'
import type { CellInput, CellKind } from '#kernel/excel/sheet-cells.ts'
import type { Shows } from '#kernel/http/route.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { downloadErrors } from './downloads.errors.ts'

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

/** What stands in the body beside the filters. */
const ASKED = {
  sort: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 3 })),
  columns: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      title: 'ExportColumns',
      maxItems: 200,
      description: 'Keys of the visible columns in their order; without it all',
    }),
  ),
  format: Type.Optional(
    Type.Union(
      FORMATS.map((format) => Type.Literal(format)),
      { title: 'ExportFormat' },
    ),
  ),
  offlineExport: Type.Optional(
    Type.Union([Type.Integer(), Type.String({ maxLength: 1 })], {
      title: 'OfflineExport',
      description:
        '1 (spec section 7): a task of the download centre, also where the export is small enough to answer at once',
    }),
  ),
  parts: Type.Optional(
    Type.Boolean({ description: 'of too many rows for one file: several files in one zip, all of one moment' }),
  ),
  // A list's place says nothing to an export of all of it.
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
}

export function exportBody(list: ListExport): TSchema {
  return Type.Object({ ...list.filters, ...ASKED }, list.isClosed ? { additionalProperties: false } : {})
}

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

type Asked = Static<ReturnType<typeof Type.Object<typeof ASKED>>> & Readonly<Record<string, unknown>>

/** Whether a task is wanted, however small the file. */
export function isOffline(body: Readonly<Record<string, unknown>>): boolean {
  return String((body as Asked).offlineExport ?? '') === '1'
}

export function wantsParts(body: Readonly<Record<string, unknown>>): boolean {
  return (body as Asked).parts === true
}

export function readQuestion(
  params: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): ListQuestion {
  const given = Object.entries(body).filter(
    ([name, value]) => !(name in ASKED) && value !== undefined && value !== null && value !== '',
  )
  return { params, filters: Object.fromEntries(given), sort: (body as Asked).sort ?? [] }
}

export function readRequest(
  list: ListExport,
  reader: Reader,
  question: ListQuestion,
  body: Readonly<Record<string, unknown>>,
): ExportRequest {
  const { columns, format } = body as Asked
  return {
    ...question,
    list: list.name,
    columns: chosenColumns(visibleColumns(list, reader.principal), columns).map(({ key }) => key),
    format: format ?? 'xlsx',
    language: reader.language,
    zone: reader.principal.timezone,
  }
}

/** The columns that somebody may see: another one is as unknown to him as one that does not exist. */
export function visibleColumns(list: ListExport, principal: Principal): readonly ExportColumn[] {
  return list.columns.filter(({ right }) => right === undefined || mayThroughout(principal, right))
}

/** The chosen columns in their order, each with what it cannot be read without; all of them where none was chosen. */
export function chosenColumns(
  columns: readonly ExportColumn[],
  keys: readonly string[] | undefined,
): readonly ExportColumn[] {
  if (!keys || keys.length === 0) return columns
  const chosen = new Map<string, ExportColumn>()
  const add = (key: string): void => {
    const column = columns.find((known) => known.key === key)
    if (!column) throw new Refused(downloadErrors.unknownColumn({ column: key }, { field: 'columns' }))
    if (chosen.has(key)) return
    chosen.set(key, column)
    if (column.beside !== undefined && !keys.includes(column.beside)) add(column.beside)
  }
  for (const key of keys) add(key)
  return [...chosen.values()]
}
