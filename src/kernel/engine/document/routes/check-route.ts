import { Type } from 'typebox'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { lineLimitOf } from '../action/line-limit.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import { contentSchema, refusalSchema } from './document.routes.ts'
import { contentBound } from '../action/draft.ts'
import { namesOnlyOwn } from '../document-limits.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import type { AnyDocument, ServerDocument } from '../server-document.ts'
import { namedFiles } from '../duplicates/alike.routes.ts'
import { duplicateSchema } from '../duplicates/duplicate-wire.ts'
import { findPossibleDuplicates, type DuplicateSubject } from '../duplicates/find-possible-duplicates.ts'
import { softFacts } from '../action/soft-facts.ts'

const valueSchema = Type.Union([Type.String(), Type.Number(), Type.Null()], { title: 'CheckedValue' })
const valuesSchema = Type.Record(Type.String(), valueSchema)

const answerSchema = Type.Object(
  {
    refusals: Type.Array(refusalSchema),
    warnings: Type.Array(refusalSchema),
    duplicates: Type.Optional(
      Type.Array(duplicateSchema, {
        description: 'Documents that say nearly the same, of those that the caller may see',
      }),
    ),
    header: valuesSchema,
    lines: Type.Array(Type.Object({ row: Type.Integer(), values: valuesSchema })),
  },
  { title: 'CheckAnswer' },
)

type Values = Partial<Record<string, string | number | null>>

interface CheckSpec {
  readonly summary: string
  /** Warnings that do not prevent a submit. */
  readonly warn?: (content: never, facts: never) => readonly Refusal[]
  /** Suggestions for a line besides its computed values: a proposal, a limit. */
  readonly propose?: (content: never, facts: never) => readonly Values[]
}

/**
 * The soft check of a document: facts, rules and computed values of its submit, on what is typed so far. It locks
 * nothing; the submit checks again. A field that could not be parsed has its own refusal and no other.
 */
export function checkRoute(document: ServerDocument, spec: CheckSpec): Route {
  const { definition } = document
  const [name, action] = Object.entries(definition.actions).find(([, one]) => one.content === 'submitted') ?? []
  if (!name || !action) throw new Error(`${definition.name} has no submit to check for`)
  return defineRoute({
    method: 'POST',
    path: `${definition.api}/check`,
    right: action.right,
    summary: spec.summary,
    mode: 'read',
    bound: contentBound(definition),
    body: contentSchema(definition),
    data: answerSchema,
    async handler(tx, context, { body }) {
      const raw = body as RawContent
      const id = typeof raw['id'] === 'string' && raw['id'] !== '' ? raw['id'] : null
      if (id !== null && !(await isOwn(tx, definition, id, context.principal.userId)))
        throw new Refused(documentErrors.notFound())
      const { content: read, refusals: shape } = readContent(definition, raw, {
        lineLimit: lineLimitOf(definition, raw),
      })
      const content = whole(definition, read)
      const facts = await softFacts(tx, context, document, name, content as never, raw)
      const scopeId = document.scopeOf(facts)
      // Facts that the reader may not see were withheld, so a foreign organisation is null here.
      const isTheirs = scopeId === null || inScope(context.principal.scope, scopeId)
      if (!isTheirs || !namesOnlyOwn(definition, context.principal, read, true))
        throw new Refused(documentErrors.notFound())
      const broken = new Set(shape.map(placeOf))
      const sound = (refusals: readonly Refusal[]) => refusals.filter((refusal) => !broken.has(placeOf(refusal)))
      const warnings = spec.warn?.(content as never, facts as never) ?? []
      const header = document.computed(content, facts)
      const wire = (refusals: readonly Refusal[]) => refusals.map((each) => wireRefusal(each, context.language))
      const computed = document.computedLines?.(content, facts) ?? []
      const lines = content.lines.map((line, row) => ({ ...line, ...computed[row] }))
      const subject = { definition, id, header: { ...content.header, ...header } }
      const proposed = spec.propose?.(content as never, facts as never) ?? []
      return {
        refusals: wire([...shape, ...sound(document.check(content, facts))]),
        warnings: wire(sound(warnings)),
        ...(definition.duplicates
          ? { duplicates: await duplicateTo(tx, context, { ...subject, lines }, raw['files']) }
          : {}),
        header: known(header),
        lines: content.lines.map((_, row) => ({ row, values: known({ ...computed[row], ...proposed[row] }) })),
      }
    },
  })
}

/** A document checked again must be the caller's own: its reservations are shown to nobody else. */
async function isOwn(tx: Tx, { name, table }: AnyDocument, id: string, userId: number): Promise<boolean> {
  const own = prepared(`${name}.is-own`, `select from ${table} where id = $1 and drafter_id = $2`)
  return /^\d{1,18}$/.test(id) && (await tx.first(own(id, userId))) !== undefined
}

/** Possible duplicates of what is typed: a partly filled form is compared as far as it goes. */
async function duplicateTo(
  tx: Tx,
  context: RequestContext,
  subject: Pick<DuplicateSubject, 'definition' | 'id' | 'header' | 'lines'>,
  named: unknown,
) {
  const files = await namedFiles(tx, context.principal.userId, subject.id, named)
  return [...(await findPossibleDuplicates(tx, context, { ...subject, files, writer: context.principal }))]
}

function placeOf({ row, field }: Pick<Refusal, 'row' | 'field'>): string {
  return `${row ?? ''}:${field ?? ''}`
}

function known(values: Values): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? null]))
}

/** Rules expect complete content: missing values get the least possible one, and are refused as missing anyway. */
function whole({ fields, lines }: AnyDocument, content: Content<AnyDocument>): Content<AnyDocument> {
  return {
    header: filled(fields, content.header),
    lines: content.lines.map((line) => filled(lines, line)),
  } as Content<AnyDocument>
}

function filled(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null && fields[name]?.required ? least(fields[name]) : value,
    ]),
  )
}

const LEAST: Readonly<Record<Field['kind'], string | number>> = {
  money: '0.00',
  decimal: '0',
  integer: 0,
  choice: '',
  text: '',
  code: '',
  ladder: '',
  list: '',
  // A day that every calendar has.
  date: '0001-01-01',
}

function least({ kind, options }: Field): string | number {
  return options?.[0] ?? LEAST[kind]
}
