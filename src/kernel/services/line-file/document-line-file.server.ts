import { type TSchema, Type } from 'typebox'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import type { Content, HeaderOf, LineOf } from '#kernel/engine/definition/definition.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { softFacts } from '#kernel/engine/document/action/soft-facts.ts'
import type { AnyDocument, BoundDocument } from '#kernel/engine/document/server-document.ts'
import type { ExcelColumn } from '#kernel/platform/excel/columns.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { LineFile } from './line-file.server.ts'

/** The settings of one kind of file; all else follows from the definition of its document. */
export interface DocumentLineFile<D extends AnyDocument, F> extends Pick<
  LineFile<HeaderOf<D>, LineOf<D>>,
  'kind' | 'parsePath' | 'summary' | 'keyOf' | 'texts' | 'areaOf' | 'lists' | 'repeated' | 'expand'
> {
  readonly definition: D
  readonly document: BoundDocument<Content<D>, F>
  readonly titles: Readonly<Record<Language, Readonly<Record<string, string>>>>
  /** Columns that are optional unless this header requires them. */
  readonly mayRequire?: (header: Readonly<Record<string, unknown>>) => readonly string[]
  /** The columns of the form's sheet with this header; by default all of the view. */
  readonly lineColumns?: (header: Readonly<Record<string, string>>) => readonly string[]
  /** A value of each column; null for none. */
  readonly example: Readonly<Record<string, string | null>>
  /** Refusals about a line as a whole: not made while a code of its key is unknown. */
  readonly aboutTheWhole: readonly string[]
  /** Parameters of the draft's address. */
  readonly address: readonly string[]
  /** Columns whose refusals say nothing new where another column cannot be read. */
  readonly dependsOn?: Readonly<Record<string, string>>
}

/** Only excludes nonsense: codes are checked against master data. */
const CODE_LENGTH = 64
const LADDER_LENGTH = 1000

export function documentLineFile<D extends AnyDocument, F>(
  asked: DocumentLineFile<D, F>,
): LineFile<HeaderOf<D>, LineOf<D>> {
  const { definition, document, titles, mayRequire, aboutTheWhole, address, kind, parsePath, summary } = asked
  const { keyOf, texts, example, lineColumns, areaOf, lists, repeated, expand, dependsOn = {} } = asked
  const fields: Fields = definition.lines
  const inSheet = (names: readonly string[]) =>
    names.flatMap((name) => [name, fields[name]?.joins ?? []].flat()).filter((name) => Object.hasOwn(example, name))
  const columns = inSheet(viewOf(definition).lines.columns).map((key) =>
    columnOf(key, fields[key]!, { zh: titles.zh[key] ?? key, en: titles.en[key] ?? key }),
  )
  const shownWith = (header: Readonly<Record<string, unknown>>) => {
    const values = Object.entries(header).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    return inSheet(lineColumns?.(Object.fromEntries(values)) ?? viewOf(definition).lines.columns)
  }
  const whole = new Set(aboutTheWhole)
  const identity = new Set(columns.filter(({ required, kind: of }) => required && of === 'code').map(({ key }) => key))
  return {
    kind,
    parsePath,
    summary,
    keyOf,
    texts,
    example,
    document,
    right: definition.actions['submit']!.right,
    params: paramsOf(definition),
    columns(header) {
      const required = mayRequire?.(header) ?? []
      const shown = shownWith(header)
      const currency = typeof header['currency'] === 'string' ? { currency: header['currency'] } : {}
      return columns.map((column) => ({
        ...column,
        ...(column.kind === 'amount' ? currency : {}),
        // What the sheet does not ask for, a file may leave out.
        required: required.includes(column.key) || (column.required && shown.includes(column.key)),
      }))
    },
    templateColumns(header) {
      const shown = shownWith(header)
      return this.columns(header).filter(({ key }) => shown.includes(key))
    },
    headerOf: (raw, area) => {
      const content: RawContent = { ...raw, idcCode: area.idcCode, areaId: area.id, lines: [] }
      return readContent(definition, content, { lineLimit: 0 }).content.header as HeaderOf<D>
    },
    lineOf: (good) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          name,
          Object.hasOwn(example, name) ? valueOf(field, good(name)) : null,
        ]),
      ) as LineOf<D>,
    check: async (tx, reader, header, lines) => {
      const content = { header, lines } as Content<AnyDocument>
      return document.check(content, await softFacts(tx, reader, document, 'submit', content))
    },
    isAffected: (key, field, broken) => {
      if (whole.has(key)) return identity.has(broken)
      return dependsOn[field] === broken
    },
    lists,
    areaOf,
    ...(repeated ? { repeated } : {}),
    ...(expand ? { expand } : {}),
    addressOf: (params) => Object.fromEntries(address.map((name) => [name, String(params[name])])),
  }
}

/** A code that the server assigns may be left out, as may a remark. Tiers are read as they are written in the form. */
function columnOf(
  key: string,
  { kind, max, assigned, required }: Field,
  titles: Readonly<Record<Language, string>>,
): ExcelColumn {
  if (kind === 'money') return { key, titles, required: true, kind: 'amount', positive: true }
  if (kind === 'date') return { key, titles, required, kind: 'day' }
  if (kind === 'ladder') return { key, titles, required, kind: 'text', maxLength: LADDER_LENGTH }
  if (kind === 'text') return { key, titles, required: false, kind: 'text', maxLength: max ?? 200 }
  return { key, titles, required: !assigned, kind: 'code', maxLength: CODE_LENGTH }
}

function valueOf({ kind, required }: Field, value: string): string | null {
  if (kind === 'money') return value || '0.00'
  return required ? value : value || null
}

const textOrNone = (max: number) => Type.Optional(Type.Union([Type.String({ maxLength: max }), Type.Null()]))
const wholeOrNone = Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 9 }), Type.Null()]))
const unread = (description: string) => Type.Optional(Type.Unknown({ description }))

/** The form's header: its kind and its area are needed, the form reports what else is missing. */
function paramsOf({ fields, view }: AnyDocument): Record<string, TSchema> {
  const paramOf = (name: string, { kind, computed, options = [], max = CODE_LENGTH }: Field): TSchema => {
    if (computed) return unread('the sum of the lines')
    if (name === 'areaId') return unread('that of idcCode, whatever is said here')
    if (name === 'source') return unread('always file')
    if (name === 'idcCode') return Type.String({ maxLength: max })
    if (name === view?.title) return Type.Union(options.map((option) => Type.Literal(option)))
    if (kind === 'integer') return wholeOrNone
    return textOrNone(kind === 'choice' ? 16 : max)
  }
  return Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, paramOf(name, field)]))
}
