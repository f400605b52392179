import { Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { ROW_CHOICES } from './import-rows.ts'
import type { ImportRowView, ImportRunView } from './import-wire.ts'
import { IMPORT_STATES } from '#kernel/services/downloads/import-card.ts'

const oneOf = <T extends string>(names: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(names.map((name) => Type.Literal(name))))
const state = Type.Unsafe<(typeof IMPORT_STATES)[number]>(
  Type.Union(
    IMPORT_STATES.map((name) => Type.Literal(name)),
    { title: 'ImportState' },
  ),
)
const flag = Type.Boolean()
const number = Type.Integer()

/** The same content was imported before; the importer is named only for one's own. */
export const duplicateSchema = nullable(
  Type.Object({ importId: nullable(text), by: text, at: text, state }, { title: 'EarlierImport' }),
)

/** ImportRunView (import-wire.ts) as a schema. */
export const runSchema = Type.Unsafe<ImportRunView>(
  Type.Object(
    {
      importId: text,
      taskId: text,
      kind: text,
      title: text,
      params: Type.Record(text, Type.Unknown(), { description: 'what the whole run is about' }),
      fileName: text,
      fileSize: number,
      fileKey: nullable(text),
      state,
      mode: nullable(Type.Union([Type.Literal('all'), Type.Literal('good')])),
      version: number,
      isWhole: flag,
      hasParts: flag,
      columns: Type.Array(
        Type.Object({
          key: text,
          title: text,
          kind: oneOf(['text', 'code', 'amount', 'integer', 'day']),
          required: flag,
          words: Type.Optional(Type.Record(text, text)),
        }),
      ),
      rows: Type.Object({
        total: number,
        good: number,
        bad: number,
        create: number,
        update: number,
        same: number,
        applied: number,
        undone: number,
        kept: number,
      }),
      progress: nullable(Type.Number({ description: '0 to 1' })),
      secondsLeft: nullable(number),
      warnings: Type.Array(text),
      reason: nullable(text),
      isFault: flag,
      duplicate: duplicateSchema,
      can: Type.Object({ run: flag, edit: flag, cancel: flag, resume: flag, undo: flag, discard: flag, errors: flag }),
      createTime: text,
      updateTime: text,
      resultUrl: nullable(text),
      keptUntil: nullable(text),
    },
    { title: 'ImportRun' },
  ),
)

/** ImportUploadView as a schema. */
export const uploadSchema = Type.Object(
  {
    importId: text,
    taskId: text,
    duplicate: duplicateSchema,
    announces: nullable(Type.Literal('downloadCenter')),
  },
  { title: 'ImportUpload' },
)

/** ImportKindView as a schema. */
export const kindSchema = Type.Object({ kind: text, title: text, hasParams: flag }, { title: 'ImportKind' })

const values = nullable(Type.Record(text, nullable(text)))
const problems = Type.Array(Type.Object({ column: text, key: text, msg: text }), { title: 'ImportProblems' })

/** ImportRowView (import-wire.ts) as a schema. */
export const rowSchema = Type.Unsafe<ImportRowView>(
  Type.Object(
    {
      row: Type.Integer({ description: 'as Excel numbers it, from 1' }),
      texts: Type.Record(text, text),
      action: oneOf(['create', 'update', 'same', 'bad', 'removed']),
      before: values,
      after: values,
      errors: problems,
      warnings: problems,
      isEdited: flag,
      isApplied: flag,
      made: nullable(Type.Object({ id: text, no: text })),
    },
    { title: 'ImportRow' },
  ),
)

export const actBody = Type.Object(
  {
    importId: Type.String({ maxLength: 32 }),
    version: Type.Integer({ description: 'as the caller saw it; another is refused (409)' }),
  },
  { title: 'ImportRunAddress' },
)

export const pageBody = Type.Object({
  kind: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  state: Type.Optional(nullable(state)),
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
})

export const rowsBody = Type.Object({
  importId: Type.String({ maxLength: 32 }),
  show: Type.Optional(oneOf(ROW_CHOICES)),
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
})

/** Rows that may be corrected in one call. */
const MOST_MENDED = 500
/** Above any row number, and within the database's integer. */
const MOST_ROWS = 2_000_000_000
const rowNumber = Type.Integer({ minimum: 1, maximum: MOST_ROWS })

export const saveBody = Type.Object({
  ...actBody.properties,
  rows: Type.Array(
    Type.Union([
      Type.Object({ row: rowNumber, texts: Type.Record(Type.String(), Type.String({ maxLength: 32_767 })) }),
      Type.Object({ row: rowNumber, removed: Type.Boolean() }),
    ]),
    { minItems: 1, maxItems: MOST_MENDED },
  ),
})
