import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import type { StateColour } from '#kernel/engine/definition/definition.ts'

/** Values of one row by column: amounts in the wire form `1234.50`, null where an optional cell is empty. */
export type ImportValues = Readonly<Record<string, string | null>>

export type ImportAction = 'create' | 'update' | 'same'

/**
 * A run on its way: `reading` (parse and check in the background) → `checked` (the person decides) → `running` →
 * `done`; `undoing` → `undone`. `failed`: the file could not be read; nothing was written. All-or-nothing that met a row
 * which no longer fits wrote nothing and is `checked` again, with the reason, and that row bad: mend it and run again.
 * `stopped`: ended in the middle by the person or a fault; what was written stays, the rest can be resumed. So can the
 * rows of a `done` run that were bad then and were mended since. A run that could not be taken back is what it was, with the reason.
 */
/** `all`: all rows in one transaction or none. `good`: the good ones, batch by batch, which can be resumed. */
export type ImportMode = 'all' | 'good'

export interface ImportRunView {
  readonly importId: string
  readonly taskId: string
  /** Name of the definition, and what people call it. */
  readonly kind: string
  readonly title: string
  /** What the whole run is about. */
  readonly params: Readonly<Record<string, unknown>>
  readonly fileName: string
  readonly fileSize: number
  /** Of the file as it was handed in, to be looked at and fetched; null once it is gone. */
  readonly fileKey: string | null
  readonly state: ImportState
  readonly mode: ImportMode | null
  /** Grows with every change of the run or its rows; a call that names another is refused (409). */
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
    /** Written so far, and taken back so far. */
    readonly applied: number
    readonly undone: number
    /** Written ones that could not be taken back when that was last asked: shown among the bad. */
    readonly kept: number
  }
  /** 0 to 1 while something runs, with the seconds that are likely left. */
  readonly progress: number | null
  readonly secondsLeft: number | null
  /** Of the file as a whole: titles that nothing was read from, and why it failed. */
  readonly warnings: readonly string[]
  readonly reason: string | null
  /** The server is to blame for it, not the file: its person can only try again, or ask the administrator. */
  readonly isFault: boolean
  /** The same content was imported before: whose run, when, and what became of it. */
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
  /** What it made, where that is one thing. */
  readonly resultUrl: string | null
  /** File and rows are kept until then; afterwards the run can no longer be looked into or taken back. Null once they are gone. */
  readonly keptUntil: string | null
}

export interface ImportColumnView {
  readonly key: string
  readonly title: string
  readonly kind: 'text' | 'code' | 'amount' | 'integer' | 'day'
  readonly required: boolean
  /** What its codes are called, where they are few and known. */
  readonly words?: Readonly<Record<string, string>>
}

export interface ImportRowView {
  readonly row: number
  /** As it stands in the file, or as the person mended it. */
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

/** A document that an import made, as it stands now. */
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

/** The documents that the rows of a run become, part by part. */
export interface ImportPartsView {
  /** Name of the document, and what people call it. */
  readonly document: string
  readonly label: string
  readonly currency: string
  /** Parts with good rows, in all; `records` are the first of all parts. */
  readonly total: number
  readonly records: readonly {
    readonly part: string
    readonly rows: number
    readonly bad: number
    readonly amount: string | null
    readonly currency: string
    /** More than one where rows were mended after the first was handed in. */
    readonly documents: readonly ImportDocumentView[]
  }[]
  /** Where the drafts among them can be handed in at once; null where there is none, or the person may not. */
  readonly submit: { readonly path: string; readonly ids: readonly string[] } | null
}

/** Something that the person may import. */
export interface ImportKindView {
  readonly kind: string
  readonly title: string
  /** It is begun where what it is about is chosen: in a document's form. */
  readonly hasParams: boolean
}

/** What an upload answers. */
export interface ImportUploadView {
  readonly importId: string
  readonly taskId: string
  readonly duplicate: ImportRunView['duplicate']
  /** The person is told to look into the download centre, and stays where he is. */
  readonly announces: 'downloadCenter' | null
}
