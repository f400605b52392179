import { partsOf } from '#kernel/engine/definition/parts.ts'
import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { reserveSchema } from '#kernel/engine/reserve/reserve-wire.ts'
import { effectSchema } from '#kernel/engine/effects/effect-wire.ts'
import { pascalCase } from '#kernel/platform/http/operation-name.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import { MOST_REASON } from '../action/partial-approval.ts'
import { axesOf } from '../axes/axes-of.ts'
import type { AnyDocument } from '../server-document.ts'

export const refusalSchema = Type.Object(
  {
    key: Type.String(),
    params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    field: Type.Optional(Type.String()),
    row: Type.Optional(Type.Integer()),
    table: Type.Optional(Type.String({ description: 'the further table of the document that the row is of' })),
    msg: Type.String(),
  },
  { title: 'Refusal' },
)

const taskAddress = Type.Object(
  { taskId: Type.String(), formInstanceId: Type.String(), docType: Type.String() },
  { title: 'TaskAddress' },
)

export const actionAnswerSchema = Type.Object(
  {
    id: Type.String(),
    no: Type.String(),
    version: Type.Integer(),
    state: Type.String(),
    formInstanceId: nullable(Type.String()),
    templateCode: nullable(Type.String()),
    nextTask: nullable(taskAddress),
  },
  { title: 'ActionAnswer' },
)

/** Keys of uploaded files (`/aps/attachment/file/upload`). */
export const fileKeysSchema = Type.Array(Type.String({ maxLength: 120 }), { title: 'FileKeys', maxItems: 100 })

export const attachmentSchema = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    type: Type.String({ description: 'image/png, image/jpeg or application/pdf' }),
    size: Type.Integer({ description: 'bytes' }),
  },
  { title: 'Attachment' },
)
/** People and files of an act: for steps ahead and for the opinion. */
export const besideOpinion = {
  chosen: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 }), {
      title: 'ChosenPeople',
    }),
  ),
  files: Type.Optional(fileKeysSchema),
}

/** Of an approval: lines that are approved in part. */
export const lessSchema = Type.Object(
  {
    reason: Type.String({ maxLength: MOST_REASON }),
    lines: Type.Array(Type.Object({ line: Type.Integer(), amount: Type.String({ maxLength: 40 }) }), {
      maxItems: 10_000,
      description: 'number of the line from 1, and what is agreed to of it: decimal text with at most two decimals',
    }),
  },
  { title: 'AgreedLess', additionalProperties: false },
)

export const personSchema = Type.Object({ account: Type.String(), name: Type.String() }, { title: 'Person' })

/**
 * Raw content. Deliberately open: missing values and wrong types are answered by field and row with a text in the
 * reader's language, not by a schema error; the description says what each field takes.
 */
export function contentSchema(definition: AnyDocument) {
  return Type.Object(
    {
      id: Type.Optional(nullable(Type.String())),
      version: Type.Optional(nullable(Type.Integer())),
      ...open(definition.fields),
      ...(definition.attachments ? { files: Type.Optional(fileKeysSchema) } : {}),
      lines: Type.Optional(Type.Array(Type.Object(open(definition.lines)))),
      ...Object.fromEntries(
        partsOf(definition).map(({ part, lines }) => [part, Type.Optional(Type.Array(Type.Object(open(lines))))]),
      ),
    },
    { title: pascalCase(definition.name, 'content') },
  )
}

function open(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.computed)
      .map(([name, field]) => [name, Type.Optional(Type.Unknown({ description: describe(field) }))]),
  )
}

function describe(field: Field): string {
  const required = field.required ? 'required' : 'optional'
  switch (field.kind) {
    case 'money':
      return `${required}; decimal text with at most two decimals, "1234.50"`
    case 'integer':
      return `${required}; whole number${field.range ? ` from ${field.range[0]} to ${field.range[1]}` : ''}`
    case 'date':
      return `${required}; day "2026-01-31"${field.years ? ` of the years ${field.years[0]} to ${field.years[1]}` : ''}`
    case 'decimal':
      return `${required}; decimal text from ${field.exact?.min} to ${field.exact?.max} with at most ${field.exact?.digits} decimals`
    case 'ladder':
      return `${required}; tiers "0-100:2.00;100-:3.50" from 0 without gaps to no end, at most ${field.ladder?.most}`
    case 'list':
      return `${required}; at most ${field.list?.most} codes, separated by spaces`
    case 'choice':
      return `${required}; one of ${(field.options ?? []).join(', ')}`
    case 'code':
    case 'text':
      return `${required}; text of at most ${field.max} characters`
  }
}

/** A document's header as lists and pages show it. */
export function documentSchema(definition: AnyDocument) {
  return Type.Object(
    {
      id: Type.String(),
      no: Type.String(),
      version: Type.Integer(),
      state: Type.String(),
      drafter: personSchema,
      createdAt: Type.String(),
      updatedAt: Type.String(),
      submittedAt: nullable(Type.String()),
      formInstanceId: nullable(Type.String()),
      currentHolder: Type.Array(personSchema),
      waitingSince: nullable(Type.String()),
      isEarlierRound: Type.Optional(
        Type.Boolean({ description: 'the link is of a round that was followed by another' }),
      ),
      newestFormInstanceId: Type.Optional(
        nullable(Type.String({ description: 'of the newest round; one document only' })),
      ),
      timezone: Type.Optional(Type.String({ description: 'of the organisation it belongs to; one document only' })),
      ...(definition.effects
        ? { effects: Type.Optional(Type.Array(effectSchema, { description: 'one document only' })) }
        : {}),
      ...(definition.reserve ? { reserve: Type.Optional(reserveSchema) } : {}),
      ...Object.fromEntries(
        axesOf(definition).map(([name, { states }]) => [
          name,
          Type.Optional(nullable(Type.String({ description: `one of ${Object.keys(states).join(', ')}` }))),
        ]),
      ),
      ...(Object.values(definition.actions).some(({ input }) => input)
        ? {
            acts: Type.Optional(
              Type.Array(Type.String(), { description: 'what the reader may do now; one document only' }),
            ),
          }
        : {}),
      ...(definition.actions['approve']
        ? {}
        : {
            history: Type.Optional(
              Type.Array(Type.Unknown(), {
                description: 'that it was submitted, and what was done to it; one document only',
              }),
            ),
          }),
      attachments: Type.Optional(Type.Array(attachmentSchema, { description: 'one document only' })),
      ...Object.fromEntries(Object.keys(definition.fields).map((name) => [name, Type.Unknown()])),
    },
    { title: pascalCase(definition.name, 'document') },
  )
}

/** A list's request: filters beside page and order. */
export const listBody = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
  },
  { title: 'ListRequest' },
)

/** Inputs of an approval act. */
export const decision = {
  formInstanceId: Type.String(),
  taskId: Type.Optional(Type.String()),
  version: Type.Optional(Type.Integer()),
  contentHash: Type.Optional(Type.String()),
  opinion: Type.Optional(Type.String({ maxLength: 1000 })),
  ...besideOpinion,
}

/** What an act takes: the document by its id or its approval, and the input as its definition says. */
export function actSchema(definition: AnyDocument, name: string) {
  const { input } = definition.actions[name]!
  const address = {
    id: Type.Optional(Type.String()),
    formInstanceId: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer()),
    opinion: Type.Optional(Type.String({ maxLength: 1000 })),
  }
  return Type.Object({ ...address, ...(input ? { input: Type.Optional(Type.Object(open(input))) } : {}) })
}
