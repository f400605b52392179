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

/** The importer with their current rights, and the run's parameters (the header of a document, the region of a list). */
export interface Importer {
  readonly principal: Principal
  readonly language: Language
  readonly params: Readonly<Record<string, unknown>>
  /** Id of the run, under which what it writes can be found again; none while only its template is made. */
  readonly runId?: string
  /** Why its rows that ask for a reason are written all the same; null before a person gave one. */
  readonly confirmation?: string | null
  readonly now: Date
  readonly requestId: string
  /** Network address of the requesting call. */
  readonly address?: string | undefined
}

/** A parsed row. `row` is its number in Excel, from 1. */
export interface ImportRow {
  readonly row: number
  readonly values: ImportValues
}

/** A row some cells of which cannot be read; their values are null. */
export interface UnreadableRow extends ImportRow {
  readonly unreadable: ReadonlySet<string>
}

/** The effect of a row, or the reason why it is invalid. */
export type CheckedRow =
  | {
      readonly row: number
      readonly action: ImportAction
      /** Identifies the row's subject, unique in the file: a second row with the same key is refused. */
      readonly key: string
      /** Current values by column, formatted for people; null for a new one. */
      readonly before: ImportValues | null
      readonly after: ImportValues
      readonly warnings?: readonly CellError[]
      /** Warnings with which the row is written only once the person has confirmed it with a reason. */
      readonly asks?: readonly CellError[]
      /** What `apply` gets as the row's values, where the check found out what the cells mean: names as codes. */
      readonly values?: ImportValues
      /** Data of the check that `apply` needs (an id, a version); stored with the row, as JSON. */
      readonly basis?: unknown
    }
  | { readonly row: number; readonly errors: readonly CellError[] }

/** A checked row to be written. */
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

/** The result of a written row; `undo` is the data needed to undo it, as JSON. */
export type AppliedRow =
  | { readonly row: number; readonly undo: unknown; readonly made?: MadeDocument }
  | { readonly row: number; readonly refusal: Refusal }

/** A written row to be undone. */
export interface UndoRow {
  readonly row: number
  readonly key: string
  readonly action: Exclude<ImportAction, 'same'>
  readonly undo: unknown
}

/** Rows that become several documents, one per part. */
export interface ImportParts {
  /** Definition of the documents made. */
  readonly document: AnyDocument
  /** The values that the rows of a part share, for people: `2026-03 · PP01 · D02 · phone`. */
  readonly of: (values: ImportValues, params: Importer['params']) => string
  /** The same in a language, with the names of codes. */
  readonly named?: (part: string, language: Language) => string
  /** The totalled column, and its currency. */
  readonly amount: string
  readonly currency: (tx: Tx, importer: Importer) => Promise<string>
  /** Currency of a part, where they differ. */
  readonly currencyOf?: (part: string) => string
}

/** A figure of the rows, as a column. */
export interface ImportFigure {
  readonly key: string
  readonly titles: Readonly<Record<Language, string>>
  readonly right?: string
  /** The column that it stands beside. */
  readonly after: string
}

/**
 * Something that a workbook or a csv file can fill: a record, the lines of a document. The kernel reads the file,
 * stores and shows the rows, runs and undoes them; a definition says what a row means. `check`, `apply` and `undo` get
 * many rows at a time and query the database once for each table, never once for each row.
 */
export interface ImportDefinition {
  /** Name in addresses and tasks: `customer-channel`. Lower case, digits and hyphens. */
  readonly name: string
  /** Right to upload, view, run and undo. */
  readonly right: string
  /** Running, continuing and undoing it need a fresh sign-in. */
  readonly stepUp?: true
  readonly title: (language: Language) => string
  /** Parameters of the whole run; checked when the file arrives. */
  readonly params?: TProperties
  /**
   * What the check computes of a row beside its cells, before and after: shown to people who hold the right where the row is, and never read from a
   * file.
   */
  readonly figures?: readonly ImportFigure[]
  /** May depend on `params`; the template without any has all columns. */
  readonly columns: (params: Readonly<Record<string, unknown>>) => Columns
  /** Those of its template with these params, where a file may hold more; by default the same. */
  readonly templateColumns?: (params: Readonly<Record<string, unknown>>) => Columns
  readonly maxRows: number
  /** Rows that `apply` and `undo` get at a time; by default a thousand. With valid rows only, so many are a transaction. */
  readonly rowsAtOnce?: number
  /**
   * The import runs in the background: an upload shows the download centre's message and stays on its page (spec
   * section 8, oversea order IMEI search import).
   */
  readonly announces?: 'downloadCenter'
  /** Path of a call that polls the result of an import: code 9000007 while it works, then the run (`price/import/result` of the spec). */
  readonly resultPath?: string
  /** Only 'all or nothing': a document with half of its lines is invalid. */
  readonly isWhole?: boolean
  /**
   * Its rows become several documents: `apply` and `undo` get the rows of one part, and with valid rows only each part is a transaction.
   */
  readonly parts?: ImportParts
  /** Its rows go into documents that are no drafts; in this state one was taken back on its own page. */
  readonly makes?: { readonly document: AnyDocument; readonly takenBack: string }
  /** Parts of the template: drop-downs that the person may see, explanations, and one example row. */
  readonly lists: (tx: Tx, importer: Importer) => Promise<Readonly<Record<string, readonly ListEntry[]>>>
  readonly notes: (language: Language) => readonly string[]
  readonly example: ImportValues
  /**
   * Refuses a run as a whole (its parameters are outside of the person's scope); called before the rows are checked,
   * and again before they run.
   */
  readonly open?: (tx: Tx, importer: Importer) => Promise<void>
  readonly check: (tx: Tx, importer: Importer, rows: readonly ImportRow[]) => Promise<readonly CheckedRow[]>
  /**
   * What else is wrong with rows some cells of which cannot be read, so that a person corrects a row once. It says
   * nothing that depends on such a cell.
   */
  readonly checkRest?: (tx: Tx, importer: Importer, rows: readonly UnreadableRow[]) => Promise<readonly CellError[]>
  /**
   * Writes rows with their audit entries in the caller's transaction. A row that changed since the check is refused,
   * never overwritten. With `isWhole` it gets all rows at once; with `parts` those of one, together with the rows of
   * that part that this run has written before (valid while these were not).
   */
  readonly apply: (
    tx: Tx,
    importer: Importer,
    rows: readonly ApplyRow[],
    written?: readonly UndoRow[],
  ) => Promise<readonly AppliedRow[]>
  /** Undoes rows that nothing depends on and nobody changed since; refuses others by name. */
  readonly undo: (tx: Tx, importer: Importer, rows: readonly UndoRow[]) => Promise<readonly AppliedRow[]>
  /** Kinds of lists that it changes: their totals and open pages are updated. */
  readonly changes: readonly string[]
  /** Address of the result, where it is one thing: the draft that got the lines. */
  readonly result?: (importer: Importer, applied: readonly UndoRow[]) => string | null
}
