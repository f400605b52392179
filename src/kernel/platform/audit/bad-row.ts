/** A defect of one row, which `table` and `id` identify. */
export interface BadRow {
  readonly table: string
  readonly id: string
  /** Description for the person who runs the check. */
  readonly what: string
}

export function bad(table: string, id: string, what: string): BadRow {
  return { table, id, what }
}
