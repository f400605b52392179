import { type TProperties, Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { pascalCase } from '#kernel/platform/http/operation-name.ts'
import type { AnyRecord } from '../definition.ts'

export const UPDATED: readonly string[] = ['updatedAtFrom', 'updatedAtTo']

export function recordSchema(record: AnyRecord) {
  const names = Object.keys(record.fields)
  const value = Type.Union([Type.Union([text, Type.Integer()]), Type.Null()], { title: 'RecordValue' })
  return Type.Object(
    {
      id: text,
      version: Type.Integer(),
      state: text,
      name: text,
      values: Type.Object(Object.fromEntries(names.map((name) => [name, value])), {
        title: pascalCase(record.name, 'values'),
      }),
      names: Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(nullable(text))])), {
        title: pascalCase(record.name, 'names'),
        description: 'of what a field refers to, in the language of the call',
      }),
      createdAt: text,
      updatedAt: text,
      updatedBy: nullable(text),
    },
    { title: pascalCase(record.name, 'record') },
  )
}

/** The parameters of a list's filters; a time has two. */
export function filterNames({ filters }: AnyRecord['list']): readonly string[] {
  return filters.flatMap((name) => (name === 'updatedAt' ? UPDATED : [name]))
}

/** A filter is one text or several; its meaning follows from its field. */
export function recordFilterSchemas({ list }: AnyRecord): TProperties {
  const one = Type.String({ maxLength: 200 })
  return Object.fromEntries(
    filterNames(list).map((name) => [
      name,
      Type.Optional(Type.Union([one, Type.Array(one, { maxItems: 100 })], { title: 'RecordFilter' })),
    ]),
  )
}

/** One step of a record's history. */
export interface HistoryView {
  readonly at: string
  readonly by: string
  readonly act: string
  readonly source: string | null
  /** The day it takes effect, where it differs from the day of the change. */
  readonly from: string | null
  /** The change document that approved it, and who requested it. */
  readonly asked: { readonly no: string; readonly formInstanceId: string; readonly by: string } | null
  readonly changes: readonly { readonly field: string; readonly before: string | null; readonly after: string | null }[]
}

export const historySchema = Type.Object(
  {
    at: text,
    by: text,
    act: text,
    source: nullable(text),
    from: nullable(text),
    asked: nullable(Type.Object({ no: text, formInstanceId: text, by: text })),
    changes: Type.Array(Type.Object({ field: text, before: nullable(text), after: nullable(text) })),
  },
  { title: 'RecordChange' },
)

/** Records that refer to another: the first of them, and how many. */
export interface RelatedView {
  readonly record: string
  readonly by: string
  readonly count: number
  /** There are more than were counted. */
  readonly isMore: boolean
  readonly mayAdd: boolean
  readonly records: readonly {
    readonly id: string
    readonly code: string
    readonly name: string
    readonly state: string
  }[]
}

export const relatedSchema = Type.Object(
  {
    record: text,
    by: text,
    count: Type.Integer({ description: 'as far as the caller may see them' }),
    isMore: Type.Boolean(),
    mayAdd: Type.Boolean(),
    records: Type.Array(Type.Object({ id: text, code: text, name: text, state: text })),
  },
  { title: 'RelatedRecords' },
)

/** A value that takes effect on a day. */
export interface DatedView {
  readonly field: string
  readonly from: string
  readonly value: string | null
  readonly name: string | null
  readonly isComing: boolean
  /** Why it did not take effect on its day. */
  readonly refusal: string | null
}

export const datedSchema = Type.Object(
  {
    field: text,
    from: text,
    value: nullable(text),
    name: nullable(text),
    isComing: Type.Boolean({ description: 'its day has not come' }),
    refusal: nullable(text),
  },
  { title: 'DatedValue' },
)

/** A record in its tree. */
export interface TreeNode {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly state: string
  readonly hasChildren: boolean
}

export const treeNodeSchema = Type.Object(
  {
    id: text,
    code: text,
    name: text,
    state: text,
    hasChildren: Type.Boolean(),
  },
  { title: 'TreeNode' },
)
export const stepSchema = Type.Object({ id: text, code: text, name: text }, { title: 'TreeStep' })

/** A change of the record that awaits approval. */
export interface WaitingChange {
  readonly no: string
  readonly formInstanceId: string
  readonly changeKind: 'new' | 'change'
  readonly fields: readonly string[]
  readonly by: string
  readonly submittedAt: string
}

export const waitingSchema = Type.Object(
  {
    no: text,
    formInstanceId: text,
    changeKind: text,
    fields: Type.Array(text),
    by: text,
    submittedAt: text,
  },
  { title: 'WaitingChange' },
)
