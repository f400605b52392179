import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import type { StateColour } from '#kernel/engine/definition/definition.ts'

/** Values of one row by column: amounts in the wire form `1234.50`, null where an optional cell is empty. */
export type ImportValues = Readonly<Record<string, string | null>>

export type ImportAction = 'create' | 'update' | 'same'

/**
 * Life cycle of a run: `reading` (parse and check in the background) → `checked` (the person decides) → `running` →
 * `done`; `undoing` → `undone`. `failed`: the file could not be read; nothing was written. An all-or-nothing run that met a row which no
 * longer fits wrote nothing and is `checked` again, with the reason, and that row invalid: correct it and run again. `stopped`: ended
 * midway by the person or a fault; written rows stay, the rest can be resumed. So can rows of a `done` run that were invalid then and
 * corrected since. A run that could not be undone keeps its state, with the reason.
 */
/** `all`: all rows in one transaction or none. `good`: the valid ones, batch by batch, which can be resumed. */
export type ImportMode = 'all' | 'good'

export interface ImportRunView {
  readonly importId: string
  readonly taskId: string
  /** Name of the definition, and its label. */
  readonly kind: string
  readonly title: string
  /** Parameters of the run. */
  readonly params: Readonly<Record<string, unknown>>
  readonly fileName: string
  readonly fileSize: number
  /** Key of the uploaded file, to preview and fetch; null once it is gone. */
  readonly fileKey: string | null
  readonly state: ImportState
  readonly mode: ImportMode | null
  /** Incremented with every change of the run or its rows; a call that names another version is refused (409). */
  readonly version: number
  readonly isWhole: boolean
  /** Its rows become several documents. */
  readonly hasParts: boolean
  readonly columns: readonly ImportColumnView[]
  readonly rows: {
    readonly total: number
    readonly good: number
    readonly bad: number
    readonly create: number
    readonly update: number
    readonly same: number
    /** Rows written so far, and undone so far. */
    readonly applied: number
    readonly undone: number
    /** Written rows that the last attempt could not undo: shown among the invalid ones. */
    readonly kept: number
  }
  /** 0 to 1 while something runs, with the estimated seconds left. */
  readonly progress: number | null
  readonly secondsLeft: number | null
  /** About the file as a whole: unread columns, and why it failed. */
  readonly warnings: readonly string[]
  readonly reason: string | null
  /** A fault of the server, not of the file: the person can only try again, or ask the administrator. */
  readonly isFault: boolean
  /** The same content was imported before: by whom, when, and with what result. */
  readonly duplicate: {
    readonly importId: string | null
    readonly by: string
    readonly at: string
    readonly state: ImportState
  } | null
  readonly can: {
    readonly run: boolean
    readonly edit: boolean
    readonly cancel: boolean
    readonly resume: boolean
    readonly undo: boolean
    readonly discard: boolean
    readonly errors: boolean
  }
  readonly createTime: string
  readonly updateTime: string
  /** Address of the result, where that is one thing. */
  readonly resultUrl: string | null
  /** File and rows are kept until then; afterwards the run can no longer be inspected or undone. Null once they are gone. */
  readonly keptUntil: string | null
}

export interface ImportColumnView {
  readonly key: string
  readonly title: string
  readonly kind: 'text' | 'code' | 'amount' | 'integer' | 'day'
  readonly required: boolean
  /** Labels of its codes, where they are few and known. */
  readonly words?: Readonly<Record<string, string>>
}

export interface ImportRowView {
  readonly row: number
  /** As in the file, or as corrected. */
  readonly texts: Readonly<Record<string, string>>
  readonly action: ImportAction | 'bad' | 'removed'
  readonly before: ImportValues | null
  readonly after: ImportValues | null
  readonly errors: readonly { readonly column: string; readonly key: string; readonly msg: string }[]
  readonly warnings: readonly { readonly column: string; readonly key: string; readonly msg: string }[]
  readonly isEdited: boolean
  readonly isApplied: boolean
  /** The document that it went into, where there are several. */
  readonly made: { readonly id: string; readonly no: string } | null
}

/** A document that an import made, in its current state. */
export interface ImportDocumentView {
  readonly id: string
  readonly no: string
  /** Null where it was deleted since. */
  readonly address: string | null
  readonly state: string | null
  readonly stateLabel: string | null
  readonly stateColour: StateColour
  readonly isDraft: boolean
}

/** The documents that the rows of a run become, by part. */
export interface ImportPartsView {
  /** Name of the document type, and its label. */
  readonly document: string
  readonly label: string
  readonly currency: string
  /** Number of parts with valid rows; `records` are the first of all parts. */
  readonly total: number
  readonly records: readonly {
    readonly part: string
    readonly rows: number
    readonly bad: number
    readonly amount: string | null
    readonly currency: string
    /** More than one where rows were corrected after the first was submitted. */
    readonly documents: readonly ImportDocumentView[]
  }[]
  /** Where its drafts can be submitted together; null where there is none, or the person may not. */
  readonly submit: { readonly path: string; readonly ids: readonly string[] } | null
}

/** A kind of import available to the person. */
export interface ImportKindView {
  readonly kind: string
  readonly title: string
  /** It starts where its parameters are chosen: in a document's form. */
  readonly hasParams: boolean
}

/** The answer of an upload. */
export interface ImportUploadView {
  readonly importId: string
  readonly taskId: string
  readonly duplicate: ImportRunView['duplicate']
  /** The person is referred to the download centre and stays on the page. */
  readonly announces: 'downloadCenter' | null
}
