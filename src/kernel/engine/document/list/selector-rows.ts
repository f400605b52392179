import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, type TObject, type TSchema, type TString, Type } from 'typebox'
import { qb, type Statement } from '#kernel/platform/db/statement.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import { matches, type Selection } from './selector.ts'

/**
 * The source of one named value of an answer: the reference's `code` or `name`, a column of its table, or SQL in which `{language}`
 * stands for the caller's. It is a text unless a shape is given.
 */
type Shown = string | { readonly of: string; readonly as: TSchema }
type Wire = Readonly<Record<string, Shown>>
type SchemaOf<S extends Shown> = S extends { readonly as: infer T extends TSchema } ? T : TString
type ShapeOf<W extends Wire> = { -readonly [K in keyof W]: SchemaOf<W[K]> }

/** How many rows there are: counted beside each row, seen by one row more than was asked for, or known only where they end. */
export type RowCount = 'all' | 'more' | 'end'

interface RowsOptions {
  /** Further tables, as SQL: `join customer c on c.code = store.customer_code`. */
  readonly join?: string
  /** Columns that a keyword is looked for in; `[]` where none is. Without it the code and both names. */
  readonly search?: readonly string[]
  /** SQL; without it by code. */
  readonly order?: string
  readonly counted?: RowCount
  /** Also rows that are not in use. */
  readonly isAnyState?: boolean
}

export interface SelectorRows<W extends Wire> {
  readonly shape: ShapeOf<W>
  readonly counted: RowCount
  /** The page of rows that meet all conditions, which know the table by its own name. */
  readonly of: (
    selection: Selection,
    ...where: readonly Expression<SqlBool>[]
  ) => Statement<Static<TObject<ShapeOf<W>>> & { readonly total: number }>
}

/** The rows of a reference that a form offers, under the names that the call's answer has for their columns. */
export function selectorRows<const W extends Wire>(
  reference: Reference,
  wire: W,
  { join = '', search, order, counted = 'all', isAnyState = false }: RowsOptions = {},
): SelectorRows<W> {
  const { table, key, code = key, named = 'name', enabled, state, only } = reference
  const own = (column: string): string => (/^[a-z_]+(_\{language\})?$/.test(column) ? `${table}.${column}` : column)
  const words: Readonly<Record<string, string>> = { code, name: `${named}_{language}` }
  const columns = Object.entries<Shown>(wire).map(([name, shown]) => {
    const given = typeof shown === 'string' ? shown : shown.of
    return `${own(words[given] ?? given)} as "${name}"`
  })
  const inUse = isAnyState ? [] : [enabled && `${table}.${enabled}`, state && `${table}.${state} = 'enabled'`]
  const always = [...inUse, only && `${table}.${only.column} = '${only.value}'`].filter(Boolean)
  const total = counted === 'all' ? ', (count(*) over ())::int as total' : ''
  const found = search ?? [code, `${named}_zh`, `${named}_en`]
  return {
    shape: Object.fromEntries(
      Object.entries<Shown>(wire).map(([name, shown]) => [name, typeof shown === 'string' ? Type.String() : shown.as]),
    ) as ShapeOf<W>,
    counted,
    of: (selection, ...where) => {
      const conditions: Expression<SqlBool>[] = [sql.raw<SqlBool>(always.join(' and ') || 'true'), ...where]
      if (found.length > 0) conditions.push(keywordIn(table, found, selection.keyword))
      const rows = columns.join(', ').replaceAll('{language}', selection.language) + total
      return statement(sql`select ${sql.raw(rows)} from ${sql.raw(`${table} ${join}`)} where ${sql.join(conditions, sql` and `)}
        order by ${sql.raw(order ?? own(code))} limit ${selection.limit + (counted === 'more' ? 1 : 0)} offset ${selection.offset}`)
    },
  }
}

/** `search` is a column of `search_of`, which has an index for it. */
function keywordIn(table: string, columns: readonly string[], keyword: string): Expression<SqlBool> {
  return columns[0] === 'search' ? searches(keyword, `${table}.search`) : matches(keyword, table, columns)
}

function statement<Row>(query: RawBuilder<unknown>): Statement<Row> {
  const { sql: text, parameters: values } = query.compile(qb)
  return { text, values }
}

/**
 * Keyword search over a column that the database function `search_of` fills: the text may stand anywhere; one or two
 * letters must begin a word. A trigram index serves it in every script.
 */
function searches(keyword: string, column: string) {
  if (keyword.trim() === '') return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.ref(column)} like search_like(${keyword.replaceAll('\u0000', '')})`
}
