import { type Static, type TSchema, Type } from 'typebox'

type Unchanged<T> = T extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
    : T

/** The type of what a schema describes, on both ends of the wire; browsers import it as a type alone. */
export type Wire<S extends TSchema> = Unchanged<Static<S>>

export const text = Type.String()

/** A text of known values that the API describes as any text, because other systems may not rely on the values. */
export const textAs = <T extends string>() => Type.Unsafe<T>(Type.String())

export const oneOf = <T extends string>(words: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(words.map((word) => Type.Literal(word))))

export const money = Type.String({ description: 'decimal text with two decimals' })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
