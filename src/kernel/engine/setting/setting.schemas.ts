import Type, { type TSchema } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'

export const personSchema = Type.Object({ account: Type.String(), name: Type.String() }, { title: 'Person' })
const problem = Type.Object(
  { row: nullable(Type.Integer()), field: nullable(Type.String()), msg: Type.String() },
  { title: 'SettingProblem' },
)

export function draftSchema<C extends TSchema>(content: C) {
  return Type.Object({
    kind: Type.String(),
    version: Type.Integer(),
    baseVersion: Type.Integer(),
    content,
    note: Type.String(),
    editedBy: personSchema,
    editedAt: Type.String(),
    isMine: Type.Boolean(),
    askedAt: nullable(Type.String()),
    problems: Type.Array(problem),
  })
}

export function settingSchema<C extends TSchema>(content: C) {
  return Type.Object({
    key: Type.String(),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        content,
        note: nullable(Type.String()),
        draftedBy: nullable(personSchema),
        publishedBy: nullable(personSchema),
        publishedAt: nullable(Type.String()),
      }),
    ),
    draft: nullable(draftSchema(content)),
  })
}
