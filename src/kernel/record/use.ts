import type { Refusal } from '#kernel/errors/errors.ts'

/** Rows elsewhere that name a record, and so keep it from being deleted. */
export interface Use {
  /** Text below the record's own: `uses.<name>`. */
  readonly name: string
  readonly table: string
  /** Column that holds the record's key. */
  readonly column: string
  /** Column that people know such a row by. */
  readonly show: string
  /** Rows of a part (the lines of a document) are shown by their whole: its table, and the column that leads there. */
  readonly of?: { readonly table: string; readonly by: string }
  /** Column of what is shown with the organisation it belongs to: to others it is only said that there is something. */
  readonly scope?: string
  /** Needed to be told which; without one whoever sees the record is told. */
  readonly right?: string
  /** Says why it stays in words of its own. */
  readonly refuses?: () => Refusal
}

/** Other records that name a record in one of their fields, which is one of their filters. */
export interface Related {
  readonly record: string
  readonly by: string
  /** Where it is of another area. */
  readonly area?: string
}
