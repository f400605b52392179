/** What a field says by a code or a number and people read by its name. */
export interface Named<N extends string = string> {
  /** List of names that a document's answers have it in: `names.pools[code]`. One whose name no table has is read by its area. */
  readonly names?: N
  readonly keyType?: 'text' | 'int'
  /** What people may be limited to by it: `customer_code`, as `limitedColumns` has it. */
  readonly limitedBy?: string
  /** What it is a part of: whoever is limited to that sees what leaves this open. */
  readonly within?: string
}

/**
 * The row of a table that a field of a record or a document refers to. It has `name_zh` and `name_en`; people know its rows by
 * `code`, which need not be the key that the column holds (an area is `IN` to people and 2 in the column). A plain object that the
 * browser loads with a definition; the server finds rows and names by it.
 */
export interface Reference<N extends string = string> extends Named<N> {
  readonly table: string
  readonly key: string
  readonly keyType: 'text' | 'int'
  /** Column that people call it by; without it the key. */
  readonly code?: string
  /** The second half of its key, where two fields of a document make one thing. */
  readonly joined?: string
  /** What its columns of names begin with; without it `name`. */
  readonly named?: string
  /** Boolean column (or a condition that begins with one): a disabled row stays readable where it is, and is offered and taken nowhere else. */
  readonly enabled?: string
  /** The same of a record with a life: the text column of its state, where only `enabled` is in use. */
  readonly state?: string
  /** Column with the organisation it belongs to; without it everybody may name it. */
  readonly scope?: string
  /** Only rows with this value there: organisations that are countries. */
  readonly only?: { readonly column: string; readonly value: string }
  /** Only rows that have in this column what the record has in that field: what a line is for is what its parent is for. */
  readonly sameValue?: { readonly column: string; readonly field: string }
  /** Column of `search_of`, by which many rows are found at once. */
  readonly search?: string
}
