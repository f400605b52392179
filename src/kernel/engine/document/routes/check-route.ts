import { type TProperties, type TSchema, Type } from 'typebox'
import { atPlace, inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { isOfEntry } from '#kernel/engine/definition/code-list.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { limitsOf } from '../action/line-limit.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import { contentSchema, refusalSchema } from './document-schemas.ts'
import { contentBound } from '../action/draft.ts'
import { namesOnlyOwn } from '../document-limits.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import { ofParts, rowsOf } from '#kernel/engine/definition/parts.ts'
import { type AnyDocument, type BoundDocument, linesShownTo, type ServerDocument } from '../server-document.ts'
import { namedFiles } from '../duplicates/alike.routes.ts'
import { duplicateSchema } from '../duplicates/duplicate-wire.ts'
import { findPossibleDuplicates, type DuplicateSubject } from '../duplicates/find-possible-duplicates.ts'
import { softFacts } from '../action/soft-facts.ts'
import { withheldFrom } from './withheld-outcomes.ts'

const valueSchema = Type.Union([Type.String(), Type.Number(), Type.Null()], { title: 'CheckedValue' })
const valuesSchema = Type.Record(Type.String(), valueSchema)
const checkedRows = Type.Array(Type.Object({ row: Type.Integer(), values: valuesSchema }))

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
    lines: checkedRows,
    tables: Type.Optional(
      Type.Record(Type.String(), checkedRows, {
        description: 'of a document with further tables: their rows by table',
      }),
    ),
  },
  { title: 'CheckAnswer' },
)

type Values = Partial<Record<string, string | number | null>>

/** An address that names the owner of the content: the fields it adds to the content before that is parsed. */
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
  /** Without it the path is the definition's, and the content alone names its owner. */
  readonly address?: CheckAddress
  /** False where the content names something that does not exist for the caller; answered as not found. */
  readonly isFound?: (facts: F) => boolean
  /** Warnings that do not prevent a submit. */
  readonly warn?: (content: C, facts: F) => readonly Refusal[]
  /** Suggestions for a line besides its computed values: a proposal, a limit. */
  readonly propose?: (content: C, facts: F) => readonly Values[]
  /** Refusals of another writer, read only when there is no other refusal. */
  readonly checkFurther?: (tx: Tx, context: RequestContext, content: C, facts: F) => Promise<readonly Refusal[]>
  /** Answered instead of computed header and lines, where the path has another shape. */
  readonly answer?: { readonly schema: TProperties; readonly read: (content: C, facts: F) => object }
}

/**
 * The soft check of a document: facts, rules and computed values of its submit, on what is typed so far. It locks
 * nothing; the submit checks again. A field that could not be parsed has its own refusal and no other.
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
      const { content: read, refusals: shape } = readContent(definition, raw, limitsOf(definition, raw))
      const missing = new Missing()
      const whole = missing.filledIn(definition, read)
      const content = whole as C
      const facts = await softFacts<F>(tx, context, document, name, whole, raw)
      const scopeId = document.scopeOf(facts)
      // Facts that the reader may not see were withheld, so a foreign organisation is null here.
      const isTheirs = scopeId === null || inScope(context.principal.scope, scopeId)
      if (!isTheirs || isFound?.(facts) === false || !namesOnlyOwn(definition, context.principal, read, true))
        throw notFound()
      const broken = new Set(shape.filter((refusal) => !isOfEntry(refusal)).map(placeOf))
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
      // A right to see costs or margins counts where it is held, not everywhere that the person may ask for something.
      const here = atPlace(context.principal, scopeId)
      const shown = linesShownTo(definition, { principal: here, isDrafter: true }, header, computed)
      return {
        ...said,
        ...(definition.duplicates
          ? { duplicates: await duplicateTo(tx, context, { ...subject, lines }, raw['files']) }
          : {}),
        header: known(withoutWithheld(header, withheldFrom(here, document))),
        lines: whole.lines.map((_, row) => ({ row, values: known({ ...(shown[row] as Values), ...proposed[row] }) })),
        ...checkedTables(document, { content: whole, header, facts }, here),
      }
    },
  })
}

/** The computed values of further tables, by row, as their drafter may see them. */
function checkedTables(
  document: ServerDocument,
  {
    content,
    header,
    facts,
  }: { readonly content: Content<AnyDocument>; readonly header: Values; readonly facts: unknown },
  principal: RequestContext['principal'],
) {
  const computed = document.computedTables?.(content, facts)
  return ofParts(document.definition, (part) => {
    const own = computed?.[part.part] ?? []
    const shown = linesShownTo(document.definition, { principal, isDrafter: true }, header, own, part)
    return rowsOf(part, content).map((_, row) => ({ row, values: known({ ...(shown[row] as Values | undefined) }) }))
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

function placeOf({ table, row, field }: Pick<Refusal, 'table' | 'row' | 'field'>): string {
  return `${table ?? ''}:${row ?? ''}:${field ?? ''}`
}

/** Outcomes that tell of values which the drafter may not see. */
function withoutWithheld(values: Values, withheld: readonly string[]): Values {
  return withheld.length === 0
    ? values
    : Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withheld.includes(name) ? null : value]))
}

function known(values: Values): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? null]))
}

/** Rules expect complete content: missing values get the least possible one, and are refused as missing anyway. */
class Missing {
  readonly #least = new Set<unknown>()

  filledIn(definition: AnyDocument, content: Content<AnyDocument>): Content<AnyDocument> {
    // A quantity of zero in one line says nothing about the quantities of others.
    const rows = (of: AnyDocument) => rowsOf(of, content).map((line) => this.#filled(of.lines, line, ['integer']))
    return {
      header: this.#filled(definition.fields, content.header, []),
      lines: rows(definition),
      ...ofParts(definition, rows),
    } as Content<AnyDocument>
  }

  /** A refusal that names a placeholder makes no sense to the reader. An amount of zero does. */
  isNamedBy({ params }: Refusal): boolean {
    return Object.values<unknown>(params).some((value) => this.#least.has(value))
  }

  #filled(
    fields: Fields,
    values: Readonly<Record<string, unknown>>,
    unnamed: readonly Field['kind'][],
  ): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const field = fields[name]
        if (value !== null || !field?.required) return [name, value]
        const least = leastOf(field)
        if (!['money', 'decimal', ...unnamed].includes(field.kind)) this.#least.add(least)
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
