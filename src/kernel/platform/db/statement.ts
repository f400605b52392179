import type { Compilable, InferResult } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from '#db/tables.ts'

/** One SQL statement with its values. A name makes the server keep its plan: give one to texts that do not vary. */
export interface Statement<Row = unknown> {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string
  /** Only a type: the shape of a row that the statement answers. */
  readonly row?: Row
}

/** A statement whose text is fixed; `name` is unique in the product and says what it does. */
export function prepared<Row = unknown>(name: string, text: string): (...values: readonly unknown[]) => Statement<Row> {
  return (...values) => ({ name, text, values })
}

/**
 * An array among the values of a prepared statement, so that the database keeps its plan: `code = any (${keptArray(1, 'text')})`. Where the
 * array itself stands, PostgreSQL knows how many entries it has at each call but takes it for ten when it thinks of keeping the
 * plan, finds that dearer than the one for a few entries, and plans the statement anew each time. Behind a subselect both are ten.
 */
export function keptArray(value: number, type: 'text' | 'int' | 'bigint'): string {
  return `(select $${value}::${type}[])::${type}[]`
}

/** The same for a single value, where what is left out of a question would otherwise make a shorter plan of its own: `(${keptValue(6, 'text')} is null or …)`. */
export function keptValue(value: number, type: 'text' | 'int' | 'boolean'): string {
  return `(select $${value}::${type})`
}

/** Typed SQL builder. It only writes statements: they run on a transaction, which is always an argument (law 4). */
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
