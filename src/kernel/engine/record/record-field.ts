import type { Field } from '#kernel/engine/definition/fields.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'

/** A table of pairs: a department and the areas that it spends in. */
export interface Links {
  readonly table: string
  /** Columns with the record's key and with the other's key. */
  readonly own: string
  readonly other: string
}

/**
 * A field of a record. A reference has the code as its value, in the form, in lists, in files and in the history alike;
 * a reference to several has their codes in order, joined by a comma.
 */
export type RecordField = Field & {
  readonly refersTo?: Reference
  readonly links?: Links
  /** Column of the table, where its name does not follow from the field. */
  readonly column?: string
  /** Column type, where a wire text is not stored as text: a day, a number with more decimals than money. */
  readonly stored?: 'date' | 'numeric' | 'timestamptz'
  /** Smallest and largest number, and its most decimals: further ones are rounded. */
  readonly decimal?: Decimal
  /** Half of a map position, and the field with the other half: both are set or none. */
  readonly coordinate?: { readonly axis: 'latitude' | 'longitude'; readonly other: string }
  /** An uploaded picture: the value is its key. It is not in files of rows. */
  readonly isImage?: boolean
  /** The pattern of its text, and an example. */
  readonly shape?: Shape
  /** The options that a person may choose; others come from elsewhere and are only displayed. */
  readonly offered?: readonly string[]
  /** No rule depends on its options, so administrators may add some. */
  readonly isOpen?: true
  /** Its values are unique. */
  readonly isUnique?: boolean
  /** Right to see it unmasked: others see its last characters and cannot change it. */
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

/** A field as a definition gives it, by the builders that documents have too. */
export type GivenField = Omit<RecordField, 'refersTo'> & Pick<Field, 'refersTo'>

export type GivenFields = Readonly<Record<string, GivenField>>
