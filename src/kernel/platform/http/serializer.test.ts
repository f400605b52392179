import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { serializable } from './serializer.ts'

const orNull = (schema: Parameters<typeof Type.Union>[0][number]) => Type.Union([schema, Type.Null()])

describe('a schema for the serializer', () => {
  it('a schema says "or null" without a union', () => {
    expect(serializable(orNull(Type.Integer()))).toEqual({ type: 'integer', nullable: true })
  })

  it('a schema keeps null among the branches of an inner union', () => {
    expect(serializable(orNull(Type.Union([Type.String(), Type.Integer()])))).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
    })
  })

  it('a schema treats a choice of fixed texts as text', () => {
    expect(serializable(Type.Union([Type.Literal('a'), Type.Literal('b')]))).toEqual({ type: 'string' })
  })
})
