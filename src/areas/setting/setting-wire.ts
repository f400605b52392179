import { Type } from 'typebox'
import { personSchema } from '#kernel/engine/setting/setting.schemas.ts'
import { nullable, text, textAs, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import type { Unit } from '#kernel/platform/parameter/parameter.ts'

// Answers of the lists of parameters, dictionaries and texts: schemas for the server, and their types for both.

/** A draft awaiting publication. */
const waiting = nullable(Type.Object({ editedBy: personSchema, editedAt: text }))
export type Waiting = Wire<typeof waiting>

export const parameterValue = Type.Union([
  Type.Integer(),
  Type.String({ maxLength: 200 }),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 }),
])

export const parameterRow = Type.Object({
  key: text,
  label: text,
  hint: text,
  kind: textAs<'integer' | 'choice' | 'choices'>(),
  unit: nullable(textAs<Unit>()),
  min: nullable(Type.Integer()),
  max: nullable(Type.Integer()),
  options: Type.Array(Type.Object({ value: text, label: text })),
  /** In force. */
  value: parameterValue,
  /** The default: of the product, or of the environment it was started in. */
  delivered: parameterValue,
  version: Type.Integer(),
  draft: waiting,
})
export type ParameterRow = Wire<typeof parameterRow>

export const dictionaryRow = Type.Object({
  code: text,
  /** Entries may be added. */
  isOpen: Type.Boolean(),
  title: text,
  all: Type.Integer(),
  enabled: Type.Integer(),
  /** Names of the offered entries. */
  names: text,
  version: Type.Integer(),
  draft: waiting,
})
export type DictionaryRow = Wire<typeof dictionaryRow>

const textRow = Type.Object({
  key: text,
  zh: text,
  en: text,
  /** Placeholders that a text must keep. */
  places: Type.Array(text),
  version: Type.Integer(),
  draft: waiting,
})
export type TextRow = Wire<typeof textRow>

export const textPage = Type.Object({ total: Type.Integer(), parts: Type.Array(text), rows: Type.Array(textRow) })
export type TextPage = Wire<typeof textPage>
