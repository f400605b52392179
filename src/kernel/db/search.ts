import { type SqlBool, sql } from 'kysely'

/** So short that it has no trigram: the column then holds what it may be the beginning of. */
const SHORT = /^(?:[a-z0-9]{1,2}|[^ -~]{1,2})$/u

/**
 * What a keyword is looked for with in a column of the database function `search_of`. Three letters are found anywhere; one or
 * two are the beginning of a word, or in a script without spaces anywhere. `%` and `_` are themselves.
 */
export function searchPattern(keyword: string): string {
  const text = keyword
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
  return SHORT.test(text) ? `% ${text}%` : `%${text}%`
}

/** Keyword search over such a column of a table. */
export function searches(keyword: string, column: string) {
  if (keyword.trim() === '') return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.ref(column)} like lower(${searchPattern(keyword)})`
}
