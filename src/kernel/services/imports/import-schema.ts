import { Type } from 'typebox'
import { nullable, oneOf } from '#kernel/platform/http/wire-schemas.ts'
import { ROW_CHOICES } from './import-rows.ts'
import { stateSchema } from './import-wire.ts'

export const actBody = Type.Object(
  {
    importId: Type.String({ maxLength: 32 }),
    version: Type.Integer({ description: 'as the caller saw it; another is refused (409)' }),
  },
  { title: 'ImportRunAddress' },
)

/** Why rows that ask for it are written all the same. */
const reason = Type.Optional(Type.String({ maxLength: 500, description: 'needed where rows ask for one' }))
export const resumeBody = Type.Object({ ...actBody.properties, reason })
export const runBody = Type.Object({
  ...actBody.properties,
  mode: Type.Union([Type.Literal('all'), Type.Literal('good')]),
  reason,
})

export const pageBody = Type.Object({
  kind: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  state: Type.Optional(nullable(stateSchema)),
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
