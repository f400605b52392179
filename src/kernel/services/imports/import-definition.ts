import type { TProperties } from 'typebox'
import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import type { CellError } from '#kernel/platform/excel/read/parse-rows.ts'
import type { ListEntry } from '#kernel/platform/excel/write/write-template.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { ImportAction, ImportValues } from './import-wire.ts'

/** Who imports, as he stands now, and what the whole run is about (the header of a document, the region of a list). */
export interface Importer {
  readonly principal: Principal
  readonly language: Language
  readonly params: Readonly<Record<string, unknown>>
  readonly now: Date
  readonly requestId: string
  /** Where the call came from that asked for it. */
  readonly address?: string | undefined
}

/** A row that could be read. `row` is as Excel numbers it, from 1. */
export interface ImportRow {
  readonly row: number
  readonly values: ImportValues
}

/** What a row would do, or what is wrong with it. */
export type CheckedRow =
  | {
      readonly row: number
      readonly action: ImportAction
      /** Names what the row is about, unique in the file: a second row with the same key is refused. */
      readonly key: string
      /** By column, as a person reads them; null where it is new. */
      readonly before: ImportValues | null
      readonly after: ImportValues
      readonly warnings?: readonly CellError[]
      /** What `apply` needs of the check (an id, a version); kept with the row, as JSON. */
      readonly basis?: unknown
    }
  | { readonly row: number; readonly errors: readonly CellError[] }

/** A row as it was checked, to be written. */
export interface ApplyRow extends ImportRow {
  readonly action: Exclude<ImportAction, 'same'>
  readonly key: string
  readonly basis: unknown
}

/** The document that a row went into. */
export interface MadeDocument {
  readonly id: string
  readonly no: string
}

/** What became of a written row; `undo` is what `undo` needs to take it back, as JSON. */
export type AppliedRow =
  | { readonly row: number; readonly undo: unknown; readonly made?: MadeDocument }
  | { readonly row: number; readonly refusal: Refusal }

/** A written row that is to be taken back. */
export interface UndoRow {
  readonly row: number
  readonly key: string
  readonly action: Exclude<ImportAction, 'same'>
  readonly undo: unknown
}

/** Rows that become several documents, those of one part one. */
export interface ImportParts {
  /** Of the documents that are made. */
  readonly document: AnyDocument
  /** What the rows of a part have in common, as a person reads it: `2026-03 · PP01 · D02 · phone`. */
  readonly of: (values: ImportValues, params: Importer['params']) => string
  /** The same in words of a language, where a code in it has a name. */
  readonly named?: (part: string, language: Language) => string
  /** The column that is added up, and its currency. */
  readonly amount: string
  readonly currency: (tx: Tx, importer: Importer) => Promise<string>
  /** Of a part, where not all are in that one. */
  readonly currencyOf?: (part: string) => string
}

/**
 * Something that a workbook or a csv file can fill: a record, the lines of a document. The kernel reads the file,
 * keeps the rows, shows them, runs them and takes them back; a definition says what a row means. `check`, `apply` and
 * `undo` get many rows at a time and ask the database once for each table, never once for each row.
 */
export interface ImportDefinition {
  /** Of the address and the task: `customer-channel`. Lower case, digits and hyphens. */
  readonly name: string
  /** Needed to upload, to look, to run and to take back. */
  readonly right: string
  /** What it writes asks for a fresh sign-in: so does running it, going on with it and taking it back. */
  readonly stepUp?: true
  readonly title: (language: Language) => string
  /** What the whole run is about; checked when the file comes. */
  readonly params?: TProperties
  /** May depend on `params`; the template without any has all of them. */
  readonly columns: (params: Readonly<Record<string, unknown>>) => Columns
  readonly maxRows: number
  /**
   * Its work goes on in the background, and nobody waits for it on a page: an upload shows the download centre's message
   * (spec section 8, of the oversea order IMEI search import) and stays where it was started.
   */
  readonly announces?: 'downloadCenter'
  /** Path of a call that answers how an import came out: code 9000007 while it works, then the run (`price/import/result` of the spec). */
  readonly resultPath?: string
  /** Only 'all or nothing': a document with half of its lines is none. */
  readonly isWhole?: boolean
  /** Its rows become several documents: `apply` and `undo` get the rows of one part, and of the good ones each part is a transaction. */
  readonly parts?: ImportParts
  /** Of the template: drop-down lists as the person may see them, explanations, and one row as an example. */
  readonly lists: (tx: Tx, importer: Importer) => Promise<Readonly<Record<string, readonly ListEntry[]>>>
  readonly notes: (language: Language) => readonly string[]
  readonly example: ImportValues
  /** Refuses a run as a whole (its params are not the person's); called before the rows, and again before they run. */
  readonly open?: (tx: Tx, importer: Importer) => Promise<void>
  readonly check: (tx: Tx, importer: Importer, rows: readonly ImportRow[]) => Promise<readonly CheckedRow[]>
  /**
   * Writes rows with their audit entries in the caller's transaction. A row that changed since it was checked is
   * refused, never overwritten. With `isWhole` it gets all rows at once; with `parts` those of one, and beside them the rows of
   * that part that this run has written before (they were good when these were not).
   */
  readonly apply: (
    tx: Tx,
    importer: Importer,
    rows: readonly ApplyRow[],
    written?: readonly UndoRow[],
  ) => Promise<readonly AppliedRow[]>
  /** Takes rows back while nothing depends on them and nobody changed them since; else refuses them by name. */
  readonly undo: (tx: Tx, importer: Importer, rows: readonly UndoRow[]) => Promise<readonly AppliedRow[]>
  /** Kinds of lists that it changes: their totals and open pages are told. */
  readonly changes: readonly string[]
  /** Address of what was made, where it is one thing: the draft that got the lines. */
  readonly result?: (importer: Importer, applied: readonly UndoRow[]) => string | null
}
