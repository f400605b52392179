import { type TProperties, type TSchema, Type } from 'typebox'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { lineLimitOf } from '../action/line-limit.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import { contentSchema, refusalSchema } from './document.routes.ts'
import { contentBound } from '../action/draft.ts'
import { namesOnlyOwn } from '../document-limits.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import type { AnyDocument, BoundDocument } from '../server-document.ts'
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

/** An address that names whose the content is: what it adds to what came, before anything of it is read. */
export interface CheckAddress {
  readonly path: string
  readonly params: TSchema
  readonly content: (
    tx: Tx,
    context: RequestContext,
    params: Readonly<Record<string, string>>,
  ) => Promise<Partial<RawContent>>
}

export interface CheckSpec<C, F> {
  readonly summary: string
  /** Left out, it is the definition's address, and the content alone says whose it is. */
  readonly address?: CheckAddress
  /** False where the content names what the caller does not find. */
  readonly isFound?: (facts: F) => boolean
  /** What does not hinder a submit, and should be known of it. */
  readonly warn?: (content: C, facts: F) => readonly Refusal[]
  /** What a line could be, beside what is computed of it: a proposal, a limit. */
  readonly propose?: (content: C, facts: F) => readonly Values[]
  /** What another writer refuses of it, asked once nothing else is refused. */
  readonly checkFurther?: (tx: Tx, context: RequestContext, content: C, facts: F) => Promise<readonly Refusal[]>
  /** What is answered in the place of computed header and lines, where the address always had another shape. */
  readonly answer?: { readonly schema: TProperties; readonly read: (content: C, facts: F) => object }
}

/**
 * The soft check of a document: facts, rules and computed values of its submit, on what is typed so far. It holds nothing; the
 * submit asks again. A field that could not be read has its own reason and no other.
 */
export function checkRoute<C, F>(document: BoundDocument<C, F>, spec: CheckSpec<C, F>): Route {
  const { definition } = document
  const { address, answer, isFound } = spec
  const [name, action] = Object.entries(definition.actions).find(([, one]) => one.content === 'submitted') ?? []
  if (!name || !action) throw new Error(`${definition.name} has no submit to check for`)
  const notFound = () => new Refused((address ? httpErrors : documentErrors).notFound())
  return defineRoute({
    method: 'POST',
    path: address?.path ?? `${definition.api}/check`,
    right: action.right,
    summary: spec.summary,
    mode: 'read',
    ...(address ? { params: address.params } : {}),
    bound: contentBound(definition),
    body: contentSchema(definition),
    data: answer
      ? Type.Object({ refusals: Type.Array(refusalSchema), warnings: Type.Array(refusalSchema), ...answer.schema })
      : answerSchema,
    async handler(tx, context, { body, params }) {
      const named = await address?.content(tx, context, params as Readonly<Record<string, string>>)
      const raw = { ...(body as RawContent), ...named } as RawContent
      const id = typeof raw['id'] === 'string' && raw['id'] !== '' ? raw['id'] : null
      if (id !== null && !(await isOwn(tx, definition, id, context.principal.userId))) throw notFound()
      const { content: read, refusals: shape } = readContent(definition, raw, {
        lineLimit: lineLimitOf(definition, raw),
      })
      const missing = new Missing()
      const whole = missing.filledIn(definition, read)
      const content = whole as C
      const facts = await softFacts<F>(tx, context, document, name, whole, raw)
      const scopeId = document.scopeOf(facts)
      // What the reader does not see was withheld, so a foreign organisation is null here.
      const isTheirs = scopeId === null || inScope(context.principal.scope, scopeId)
      if (!isTheirs || isFound?.(facts) === false || !namesOnlyOwn(definition, context.principal, read, true))
        throw notFound()
      const broken = new Set(shape.map(placeOf))
      const sound = (refusals: readonly Refusal[]) =>
        refusals.filter((refusal) => !broken.has(placeOf(refusal)) && !missing.isNamedBy(refusal))
      const rules = [...shape, ...sound(document.check(content, facts))]
      const further = rules.length === 0 ? await spec.checkFurther?.(tx, context, content, facts) : undefined
      const wire = (refusals: readonly Refusal[]) => refusals.map((each) => wireRefusal(each, context.language))
      const said = {
        refusals: wire([...rules, ...(further ?? [])]),
        warnings: wire(sound(spec.warn?.(content, facts) ?? [])),
      }
      if (answer) return { ...said, ...answer.read(content, facts) }
      const header = document.computed(content, facts)
      const computed = document.computedLines?.(content, facts) ?? []
      const lines = whole.lines.map((line, row) => ({ ...line, ...computed[row] }))
      const subject = { definition, id, header: { ...whole.header, ...header } }
      const proposed = spec.propose?.(content, facts) ?? []
      return {
        ...said,
        ...(definition.duplicates
          ? { duplicates: await duplicateTo(tx, context, { ...subject, lines }, raw['files']) }
          : {}),
        header: known(header),
        lines: whole.lines.map((_, row) => ({ row, values: known({ ...computed[row], ...proposed[row] }) })),
      }
    },
  })
}

/** What is checked again is the asker's own: what it holds already is told to nobody else. */
async function isOwn(tx: Tx, { name, table }: AnyDocument, id: string, userId: number): Promise<boolean> {
  const own = prepared(`${name}.is-own`, `select from ${table} where id = $1 and drafter_id = $2`)
  return /^\d{1,18}$/.test(id) && (await tx.first(own(id, userId))) !== undefined
}

/** What is alike to what is typed: a form that is half filled in is compared as far as it says something. */
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

/** Rules are for whole content: what is missing stands for the least that it could be, and is refused as missing anyway. */
class Missing {
  readonly #least = new Set<unknown>()

  filledIn({ fields, lines }: AnyDocument, content: Content<AnyDocument>): Content<AnyDocument> {
    return {
      header: this.#filled(fields, content.header),
      lines: content.lines.map((line) => this.#filled(lines, line)),
    } as Content<AnyDocument>
  }

  /** A rule cannot be told that names one of them. Amounts may well be nothing. */
  isNamedBy({ params }: Refusal): boolean {
    return Object.values<unknown>(params).some((value) => this.#least.has(value))
  }

  #filled(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const field = fields[name]
        if (value !== null || !field?.required) return [name, value]
        const least = leastOf(field)
        if (field.kind !== 'money' && field.kind !== 'decimal') this.#least.add(least)
        return [name, least]
      }),
    )
  }
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

function leastOf({ kind, options }: Field): string | number {
  return options?.[0] ?? LEAST[kind]
}
