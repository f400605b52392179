/** A column of many rows that one statement writes: its name, its type in the database and the value of each row. */
export interface ManyColumn {
  readonly name: string
  readonly type: string
  readonly values: readonly unknown[]
  /** For jsonb: null is stored as JSON null, for a column that must not be null. */
  readonly keepsNull?: true
}

interface ManyRows {
  /** Expressions of the select list for each column, in order. */
  readonly list: readonly string[]
  /** The from clause with the rows, under the alias `n`. */
  readonly from: string
  readonly values: readonly unknown[]
}

/** How a column is sent: one value for all rows, an array, or the elements of one JSON document of which some, or none, are null. */
type Way = 'shared' | 'array' | 'json' | 'jsonOrNull'

/**
 * Rows as parameters of one statement. A value that all rows share is sent once, and JSON goes as one document of all rows: in an array
 * each element would be quoted and unquoted again. The first column is always sent in full, since it gives the number of rows. The text
 * depends on what is shared, so the statement has no name: connections would keep a plan for each combination.
 */
export function manyRows(columns: readonly ManyColumn[]): ManyRows {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const functions: string[] = []
  const names: string[] = []
  const list = columns.map((column, index) => {
    const { name, type, values: given } = column
    const way = wayOf(column, index)
    if (way === 'shared') return `${add(given[0])}::${type}`
    const isArray = way === 'array'
    functions.push(
      isArray ? `unnest(${add(given)}::${type}[])` : `jsonb_array_elements(${add(JSON.stringify(given))}::jsonb)`,
    )
    names.push(name)
    return way === 'jsonOrNull' ? `nullif(n.${name}, 'null')` : `n.${name}`
  })
  return {
    list,
    from: `rows from (${functions.join(', ')}) as n (${names.join(', ')})`,
    values,
  }
}

function wayOf({ type, values, keepsNull }: ManyColumn, index: number): Way {
  if (keepsNull) return 'json'
  const [first] = values
  // JSON is only compared for null: equal objects are rare, and finding them takes longer than sending them.
  if (index > 0 && (type !== 'jsonb' || first === null) && values.every((value) => value === first)) return 'shared'
  if (type !== 'jsonb') return 'array'
  return values.includes(null) ? 'jsonOrNull' : 'json'
}
