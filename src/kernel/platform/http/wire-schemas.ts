import { type TSchema, Type } from 'typebox'

export const text = Type.String()

export const money = Type.String({ description: 'decimal text with two decimals' })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
