import type { Field } from '#kernel/engine/definition/fields.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'

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
