import { type SqlBool, sql } from 'kysely'

/**
 * Keyword search over a column that the database function `search_of` fills: the text may stand anywhere; one or two
 * letters must begin a word. A trigram index serves it in every script.
 */
export function searches(keyword: string, column: string) {
  if (keyword.trim() === '') return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.ref(column)} like search_like(${keyword.replaceAll('\u0000', '')})`
}
