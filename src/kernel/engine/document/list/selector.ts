import { type SqlBool, sql } from 'kysely'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** Input of a selector: a page of a small table, filtered by a keyword. */
export interface Selection {
  readonly language: Language
  readonly keyword: string
  readonly limit: number
  readonly offset: number
}

/** A filter of a selector: left out, empty and null are all not given, as forms send what nobody has chosen yet. */
export const notRequired = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Literal(''), Type.Null()]))

/** The body without what is empty or null. */
export function givenOf<Body extends object>(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== null)) as Body
}

/** Body of a selector's call. The spec's limit of each list is maximum and default; more is refused as out of range, not cut silently. */
export function selectorBody<const P extends TProperties>(limit: number, filters: P) {
  return Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limit })),
    keyword: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
    ...filters,
  })
}

export function selectorData<const P extends TProperties>(record: P) {
  return Type.Object({
    records: Type.Array(Type.Object(record)),
    recordTotal: Type.Union([Type.Integer(), Type.Null()]),
    capped: Type.Boolean(),
  })
}

interface SelectorInput {
  readonly page?: number
  readonly limit?: number
  readonly keyword?: string | null
}

export function selectionOf(context: RequestContext, body: SelectorInput, defaultLimit: number): Selection {
  const limit = body.limit ?? defaultLimit
  return {
    language: context.language,
    keyword: (body.keyword ?? '').trim(),
    limit,
    offset: ((body.page ?? 1) - 1) * limit,
  }
}

/** Each row carries the total (the route's `data` omits it); a page behind the last one has no row to carry it. */
export function selectorAnswer<Row extends { readonly total: number }>(rows: readonly Row[], selection: Selection) {
  const recordTotal = rows[0]?.total ?? (selection.offset === 0 ? 0 : null)
  return { records: [...rows], recordTotal, capped: false }
}

/** For growing tables: one row more than the page, without a count; if it comes there are more. */
export function selectorPage<Row extends object>(rows: readonly Row[], { limit, offset }: Selection) {
  const records = rows.slice(0, limit)
  const recordTotal = records.length === 0 && offset > 0 ? null : offset + records.length
  return { records, recordTotal, capped: rows.length > limit }
}

/** Many rows are not counted for a picker: there are more, or these are all. */
export function selectorEnd<Row extends object>(rows: readonly Row[], { limit, offset }: Selection) {
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0)
  return { records: [...rows], recordTotal: isEnd ? offset + rows.length : null, capped: false }
}

/** The name column in the caller's language. */
export function nameIn(language: Language, table: string) {
  return sql.ref<string>(`${table}.name_${language}`)
}

/** A filter that a call may leave out. */
export function equals(column: string, value: string | number | null | undefined) {
  return value === undefined || value === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** Keyword search over the given columns of a table, for people type a code or a name in either language. `%` and `_` are themselves. */
export function matches(keyword: string, table: string, columns: readonly string[] = ['code', 'name_zh', 'name_en']) {
  if (keyword === '') return sql<SqlBool>`true`
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column.includes('.') ? column : `${table}.${column}`)} ilike ${pattern}`),
    sql` or `,
  )})`
}
