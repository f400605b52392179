import type { Field } from '#kernel/definition/fields.ts'

/**
 * A table that a field refers to. It has `name_zh` and `name_en`; people know its rows by `code`, which need not be the
 * key that the column holds (an area is `IN` to people and 2 in the column).
 */
export interface Reference {
  readonly table: string
  readonly key: string
  readonly keyType: 'text' | 'int'
  /** Column that people call it by; without it the key. */
  readonly code?: string
  /** Boolean column (or a condition that begins with one): a disabled row stays readable where it is, and is offered and taken nowhere else. */
  readonly enabled?: string
  /** The same of a record with a life: the text column of its state, where only `enabled` is in use. */
  readonly state?: string
  /** Column with the organisation it belongs to; without it everybody may name it. */
  readonly scope?: string
  /** Only rows with this value there: organisations that are countries. */
  readonly only?: { readonly column: string; readonly value: string }
  /** Only rows that have in this column what the record has in that field: what a line is for is what its parent is for. */
  readonly alike?: { readonly column: string; readonly field: string }
  /** Column of `search_of`, by which many rows are found at once. */
  readonly search?: string
}

/** A table of pairs: a department and the areas that it spends in. */
export interface Links {
  readonly table: string
  /** Column that holds the record's key, and the one that holds the other's. */
  readonly own: string
  readonly other: string
}

/**
 * A field of a record. One that refers to something has its code as value, in the form, in lists, in files and in the
 * history alike; one that refers to several has their codes in their order, joined by a comma.
 */
export type RecordField = Field & {
  readonly reference?: Reference
  readonly links?: Links
  /** Column of the table, where it is not called after the field. */
  readonly column?: string
  /** Type of the column, where a text on the wire is none in the table: a day, a number of more decimals than money. */
  readonly stored?: 'date' | 'numeric' | 'timestamptz' | 'boolean'
  /** Smallest and largest number, and its most decimals: what has more is rounded to them. */
  readonly decimal?: Decimal
  /** Half of a place on the map, and the field that is the other half: both are there or none. */
  readonly coordinate?: { readonly axis: 'latitude' | 'longitude'; readonly other: string }
  /** A picture that was uploaded: the value is its key. A file of rows holds none. */
  readonly isImage?: boolean
  /** How it is written, where not any text will do, and an example of it. */
  readonly shape?: Shape
  /** Of its options those that a person may take; the others come from elsewhere and are only read. */
  readonly offered?: readonly string[]
  /** Nothing is decided by which of its options it is: administrators may add some of their own. */
  readonly isOpen?: true
  /** No two records have the same. */
  readonly isUnique?: boolean
  /** Right to read it whole: everybody else is shown its last characters, and changes nothing of it. */
  readonly secret?: string
}

export interface Shape {
  readonly pattern: RegExp
  readonly like: string
}

export interface Decimal {
  readonly min: string
  readonly max: string
  readonly places: number
}

export type RecordFields = Readonly<Record<string, RecordField>>
