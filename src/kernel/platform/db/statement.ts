import { createHash } from 'node:crypto'
import type { Compilable, InferResult } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from '#db/tables.ts'

/** One SQL statement with its values. A name makes the server cache its plan: name texts that do not vary. */
export interface Statement<Row = unknown> {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string
  /** Exists only for the type: the row that the statement returns. */
  readonly row?: Row
}

/** A statement with a fixed text; `name` is unique in the product and says what it does. */
export function prepared<Row = unknown>(name: string, text: string): (...values: readonly unknown[]) => Statement<Row> {
  return (...values) => ({ name, text, values })
}

/**
 * An array parameter whose plan can be cached: `code = any (${keptArray(1, 'text')})`. For a plain array parameter
 * PostgreSQL knows its length at each call but assumes ten entries for a generic plan, finds that dearer than the plan
 * for a few entries, and plans the statement anew each time. In a subselect both count ten.
 */
export function keptArray(value: number, type: 'text' | 'int' | 'bigint' | 'date'): string {
  return `(select $${value}::${type}[])::${type}[]`
}

/**
 * The same for a single value, where a filter that is left out would otherwise have a cheaper plan of its own:
 * `(${keptValue(6, 'text')} is null or …)`.
 */
export function keptValue(value: number, type: 'text' | 'int' | 'boolean'): string {
  return `(select $${value}::${type})`
}

/**
 * A statement whose text has few variants. Each variant is prepared under a name with its digest, because planning it would take as long as
 * running it.
 */
export function keptByText<Row>(name: string, text: string, values: readonly unknown[]): Statement<Row> {
  return { name: `${name}.${createHash('sha1').update(text).digest('base64url').slice(0, 12)}`, text, values }
}

/** Typed SQL builder. It only builds statements; they run on a transaction, which is always an argument. */
export const qb = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export type Runnable<Row> = Statement<Row> | Compilable<Row>

export function statementOf<Row>(query: Runnable<Row>): Statement<Row> {
  if ('text' in query) return query
  const compiled = query.compile()
  return { text: compiled.sql, values: compiled.parameters }
}

export type RowOfQuery<Q> =
  Q extends Compilable<unknown> ? InferResult<Q>[number] : Q extends Statement<infer R> ? R : never
