/** A field that stores a code or a number and is displayed by name. */
export interface Named<N extends string = string> {
  /** List of names in a document's answers: `names.pools[code]`. An area itself reads names that no table has. */
  readonly names?: N
  readonly keyType?: 'text' | 'int'
  /** The limit of people that applies to it: `customer_code`, as in `limitedColumns`. */
  readonly limitedBy?: string
  /** The whole that it is a part of: people limited to the whole see documents that leave this empty. */
  readonly within?: string
}

/**
 * The table row that a field of a record or a document refers to. It has `name_zh` and `name_en`; people know its rows
 * by `code`, which need not be the key in the column (an area is `IN` for people and 2 in the column). A plain object
 * that the browser loads with a definition; the server finds rows and names by it.
 */
export interface Reference<N extends string = string> extends Named<N> {
  readonly table: string
  readonly key: string
  readonly keyType: 'text' | 'int'
  /** Column with the code for people; by default the key. */
  readonly code?: string
  /** The second half of its key, where two fields of a document form one key. */
  readonly joined?: string
  /** Prefix of its name columns; by default `name`. */
  readonly named?: string
  /**
   * Boolean column (or a condition that begins with one): a disabled row stays readable where it is used, and is
   * neither offered nor accepted elsewhere.
   */
  readonly enabled?: string
  /** The same for a record with a life cycle: the text column of its state, of which only `enabled` is in use. */
  readonly state?: string
  /** Column of the owning organisation; without it everybody may refer to the row. */
  readonly scope?: string
  /** Only rows with this value in the column: organisations that are countries. */
  readonly only?: { readonly column: string; readonly value: string }
  /** Only rows whose column equals that field of the record: a line shares its parent's value. */
  readonly sameValue?: { readonly column: string; readonly field: string }
  /** Column of `search_of`, for searching large tables. */
  readonly search?: string
}
