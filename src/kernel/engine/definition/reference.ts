/** A field that stores a code or a number and is displayed by name. */
export interface Named<N extends string = string> {
  /**
   * List of names in a document's answers: `names.pools[code]`; without it documents show the code. An area itself reads names
   * that no table has.
   */
  readonly names?: N
  readonly keyType?: 'text' | 'int'
  /** The call that offers its rows to forms and filters, where there is one. */
  readonly selector?: Selector
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
  /** A filter with one code finds all codes that begin with it, because nobody types a whole one. They are written in capitals. */
  readonly byBeginning?: true
}

/**
 * A call of the spec's section 7 as the browser makes it. Values come from other fields of the form, by their names; a
 * field may say that another one stands for them (`asks`).
 */
export interface Selector {
  /**
   * `/gs/{idcCode}/oversea/aps/budget/area/department`: nothing is offered before these fields are filled. `{bizSystem=gs}` has a value
   * until the field is filled.
   */
  readonly path: string
  /** Most rows of an answer; without it the answer is a plain list of all. */
  readonly most?: number
  /** Filters by their names on the wire, each with the field that fills it: an array has a list of one. */
  readonly filters?: Readonly<Record<string, string | readonly [string]>>
  /** By the names of filters: what the call says for a value of the form. Another value sends no filter. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Values that are always sent. */
  readonly always?: Readonly<Record<string, string | number | boolean>>
  /** The call names the approval template of the document whose form asks. */
  readonly namesTemplate?: true
  /** The word before code and name in the answer: `sku` for `skuCode` and `skuName`. Others name both fields. */
  readonly called?: string
  readonly code?: string
  readonly name?: string
  /** Both halves of the value, where two fields form one key. */
  readonly joined?: readonly [string, string]
  /** The parts of its name in each language, in place of `name`: typed words are looked for in both. */
  readonly names?: Readonly<Record<'zh' | 'en', readonly string[]>>
  /** The answer is a tree, with the rows below a row in this value: only the lowest are offered. */
  readonly below?: string
  /** People know a row by its name alone: its code is a number. */
  readonly isNumbered?: true
  /** Further values of a row that typed words find it by. */
  readonly search?: readonly string[]
  /** The value in the second line of an option. */
  readonly detail?: string
  /** Values of a row that a choice sets in the fields of the same name. */
  readonly sets?: readonly string[]
  /** Values of a row that options of other fields may ask for, and that no field holds. */
  readonly has?: readonly string[]
  /** Those of `sets` by which an option is left out where the field has another value: a project of another country. */
  readonly of?: readonly string[]
}
