import { keptArray, type Statement } from './statement.ts'

/** A look-up of rows by keys in one table. All look-ups of a statement have the same columns. */
export interface Lookup {
  readonly keys: readonly (string | number)[]
  readonly type: 'text' | 'int'
  /** The `select`; `keys` is an array in SQL: `code = any (${keys})`. */
  readonly select: (keys: string) => string
}

/**
 * Combines many look-ups into one statement with only those that have keys: a document type refers to codes of a dozen tables, and most
 * pages mention few of them. Each combination has its own text and name, so that its plan is cached. Null: there are no keys.
 */
export function lookups<Row>(name: string, looks: readonly Lookup[]): Statement<Row> | null {
  const values: unknown[] = []
  const selects: string[] = []
  let choice = 0
  for (const [index, { keys, type, select }] of looks.entries()) {
    if (keys.length === 0) continue
    choice += 2 ** index
    selects.push(select(keptArray(values.push(keys), type)))
  }
  return selects.length === 0 ? null : { name: `${name}.${choice}`, text: selects.join(' union all '), values }
}
