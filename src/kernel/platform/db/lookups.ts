import { keptArray, type Statement } from './statement.ts'

/** A look into one table by keys. Its columns are named, the same for all looks of a statement. */
export interface Lookup {
  readonly keys: readonly (string | number)[]
  readonly type: 'text' | 'int'
  /** The `select`; `keys` is an array in SQL: `code = any (${keys})`. */
  readonly select: (keys: string) => string
}

/**
 * Many looks as one statement, which has only those that have keys: a document type names codes of a dozen tables, and most pages mention few of
 * them. Each choice of looks is a text of its own with a name of its own, so that its plan is kept. Null: nothing is asked for.
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
