import type { Compilable, InferResult } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from './tables.ts'

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
 * An array among the values of a prepared statement whose plan is the same however long it is. The planner takes any length for the
 * same behind the subselect. Otherwise it finds a plan for three elements cheaper than the one for any number of them,
 * and plans the statement at every call, which takes longer than running it.
 */
export const ofAnyLength = (value: string, element: string): string => `(select ${value}::${element}[])::${element}[]`

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
