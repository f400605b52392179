import { Type } from 'typebox'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { nullable, oneOf, text, textAs, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import { IMPORT_STATES, type ImportState } from '#kernel/services/downloads/import-card.ts'

// Answers about imports: schemas for the server, and their types for both.

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
export const stateSchema = Type.Unsafe<ImportState>(
  Type.Union(
    IMPORT_STATES.map((name) => Type.Literal(name)),
    { title: 'ImportState' },
  ),
)

/** `all`: all rows in one transaction or none. `good`: the valid ones, batch by batch, which can be resumed. */
const mode = Type.Union([Type.Literal('all'), Type.Literal('good')])
export type ImportMode = Wire<typeof mode>

const flag = Type.Boolean()
const number = Type.Integer()

/** The same content was imported before: by whom, when, and with what result; the importer is named only for one's own. */
const duplicate = nullable(
  Type.Object({ importId: nullable(text), by: text, at: text, state: stateSchema }, { title: 'EarlierImport' }),
)

const column = Type.Object({
  key: text,
  title: text,
  kind: oneOf(['text', 'code', 'amount', 'integer', 'day']),
  required: flag,
  /** Computed of the row, and no cell of the file. */
  isFigure: Type.Optional(flag),
  /** Labels of its codes, where they are few and known. */
  words: Type.Optional(Type.Record(text, text)),
})
export type ImportColumnView = Wire<typeof column>

export const runSchema = Type.Object(
  {
    importId: text,
    taskId: text,
    /** Name of the definition, and its label. */
    kind: text,
    title: text,
    /** Parameters of the run. */
    params: Type.Record(text, Type.Unknown(), { description: 'what the whole run is about' }),
    fileName: text,
    fileSize: number,
    /** Key of the uploaded file, to preview and fetch; null once it is gone. */
    fileKey: nullable(text),
    state: stateSchema,
    mode: nullable(mode),
    /** Incremented with every change of the run or its rows; a call that names another version is refused (409). */
    version: number,
    isWhole: flag,
    /** Its rows become several documents. */
    hasParts: flag,
    columns: Type.Array(column),
    rows: Type.Object({
      total: number,
      good: number,
      bad: number,
      create: number,
      update: number,
      same: number,
      /** Rows written so far, and undone so far. */
      applied: number,
      undone: number,
      /** Written rows that the last attempt could not undo: shown among the invalid ones. */
      kept: number,
      /** Rows that are written only with a reason, and are not written yet. */
      asked: number,
    }),
    /** 0 to 1 while something runs, with the estimated seconds left. */
    progress: nullable(Type.Number({ description: '0 to 1' })),
    secondsLeft: nullable(number),
    /** About the file as a whole: unread columns, and why it failed. */
    warnings: Type.Array(text),
    reason: nullable(text),
    /** A fault of the server, not of the file: the person can only try again, or ask the administrator. */
    isFault: flag,
    duplicate,
    can: Type.Object({ run: flag, edit: flag, cancel: flag, resume: flag, undo: flag, discard: flag, errors: flag }),
    createTime: text,
    updateTime: text,
    /** Address of the result, where that is one thing. */
    resultUrl: nullable(text),
    made: Type.Array(Type.Object({ no: text, address: text, isTakenBack: flag }), {
      description: 'the documents that its rows are in',
    }),
    /** File and rows are kept until then; afterwards the run can no longer be inspected or undone. Null once they are gone. */
    keptUntil: nullable(text),
  },
  { title: 'ImportRun' },
)
export type ImportRunView = Wire<typeof runSchema>

const values = nullable(Type.Record(text, nullable(text)))
const problems = Type.Array(
  Type.Object({ column: text, key: text, msg: text, asks: Type.Optional(Type.Literal(true)) }),
  { title: 'ImportProblems' },
)

export const rowSchema = Type.Object(
  {
    row: Type.Integer({ description: 'as Excel numbers it, from 1' }),
    /** As in the file, or as corrected. */
    texts: Type.Record(text, text),
    action: oneOf(['create', 'update', 'same', 'bad', 'removed']),
    before: values,
    after: values,
    errors: problems,
    warnings: problems,
    isEdited: flag,
    isApplied: flag,
    /** The document that it went into, where there are several. */
    made: nullable(Type.Object({ id: text, no: text })),
  },
  { title: 'ImportRow' },
)
export type ImportRowView = Wire<typeof rowSchema>

/** A document that an import made, in its current state. */
const documentSchema = Type.Object({
  id: text,
  no: text,
  /** Null where it was deleted since. */
  address: nullable(text),
  state: nullable(text),
  stateLabel: nullable(text),
  stateColour: textAs<StateColour>(),
  isDraft: flag,
})
export type ImportDocumentView = Wire<typeof documentSchema>

/** The documents that the rows of a run become, by part. */
export const partsSchema = Type.Object({
  /** Name of the document type, and its label. */
  document: text,
  label: text,
  currency: text,
  /** Number of parts with valid rows; `records` are the first of all parts. */
  total: number,
  records: Type.Array(
    Type.Object({
      part: text,
      rows: number,
      bad: number,
      amount: nullable(text),
      currency: text,
      /** More than one where rows were corrected after the first was submitted. */
      documents: Type.Array(documentSchema),
    }),
  ),
  /** Where its drafts can be submitted together; null where there is none, or the person may not. */
  submit: nullable(Type.Object({ path: text, ids: Type.Array(text) })),
})
export type ImportPartsView = Wire<typeof partsSchema>

/** A kind of import available to the person; with parameters it starts where they are chosen: in a document's form. */
export const kindSchema = Type.Object({ kind: text, title: text, hasParams: flag }, { title: 'ImportKind' })
export type ImportKindView = Wire<typeof kindSchema>

/** The answer of an upload. */
export const uploadSchema = Type.Object(
  {
    importId: text,
    taskId: text,
    duplicate,
    /** The person is referred to the download centre and stays on the page. */
    announces: nullable(Type.Literal('downloadCenter')),
  },
  { title: 'ImportUpload' },
)
export type ImportUploadView = Wire<typeof uploadSchema>
