import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { qb } from '#kernel/platform/db/statement.ts'
import type { Database } from '#db/tables.ts'
import { limitsIn } from './limits.ts'
import type { Principal } from './principal.ts'

/** Tables that hold rows of an organisation; each has an indexed `scope_id`. */
export type ScopedTable = { [T in keyof Database]: 'scope_id' extends keyof Database[T] ? T : never }[keyof Database]

/**
 * The only way in which an area reads such a table: rows of the organisations that the caller may see, and of the
 * customers and stores that they are limited to.
 */
export function scoped<T extends ScopedTable>(
  principal: Pick<Principal, 'scope' | 'limits'>,
  table: T,
): SelectQueryBuilder<Database, T, object> {
  const all = qb.selectFrom(table as ScopedTable) as unknown as SelectQueryBuilder<Database, T, object>
  return sightOf(principal, table).reduce((query, each) => query.where(each), all)
}

/** The conditions that `scoped` sets for each row, for a statement that is written another way. */
export function sightOf(
  principal: Pick<Principal, 'scope' | 'limits'>,
  table: ScopedTable,
): readonly Expression<SqlBool>[] {
  const limits = limitsIn(principal, table).map(
    ({ column, codes }) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} = any(${codes as string[]}::text[])`,
  )
  return [withinScope(principal.scope, `${table}.scope_id`), ...limits]
}

/** The organisations alone as a condition, for a query that joins or counts. `column` is a name from code, never from input. */
export function withinScope(scope: Principal['scope'], column: string): Expression<SqlBool> {
  if (scope === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.ref(column)} = any(${scope as number[]}::int[])`
}
