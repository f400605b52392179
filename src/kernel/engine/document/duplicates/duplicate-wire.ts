import { type Static, Type } from 'typebox'

const rowSchema = Type.Object(
  {
    kind: Type.Union([
      Type.Literal('who'),
      Type.Literal('amount'),
      Type.Literal('period'),
      Type.Literal('number'),
      Type.Literal('files'),
      Type.Literal('fact'),
    ]),
    label: Type.Union([Type.String(), Type.Null()]),
    mine: Type.Array(Type.String()),
    other: Type.Array(Type.String()),
    isSame: Type.Boolean(),
  },
  { title: 'DuplicateComparison' },
)

export const duplicateSchema = Type.Object(
  {
    documentType: Type.String(),
    typeLabel: Type.String(),
    no: Type.String(),
    title: Type.String(),
    state: Type.String(),
    stateLabel: Type.String(),
    stateColour: Type.String(),
    drafterName: Type.String(),
    submittedAt: Type.Union([Type.String(), Type.Null()]),
    formInstanceId: Type.String(),
    url: Type.String(),
    mobileUrl: Type.String(),
    currency: Type.String(),
    same: Type.Array(Type.Union([Type.Literal('file'), Type.Literal('number'), Type.Literal('amount')])),
    rows: Type.Array(rowSchema),
  },
  { title: 'DuplicateDocument' },
)
export type DuplicateDocument = Static<typeof duplicateSchema>
export type DuplicateComparison = Static<typeof rowSchema>
