/** What is wrong with one row. `table` and `id` name it. */
export interface BadRow {
  readonly table: string
  readonly id: string
  /** In words, for whoever runs the check. */
  readonly what: string
}

export function bad(table: string, id: string, what: string): BadRow {
  return { table, id, what }
}
