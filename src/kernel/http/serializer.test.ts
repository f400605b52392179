import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { serializable } from './serializer.ts'

const orNull = (schema: Parameters<typeof Type.Union>[0][number]) => Type.Union([schema, Type.Null()])

describe('a schema for the serializer', () => {
  it('says "or null" without a union', () => {
    expect(serializable(orNull(Type.Integer()))).toEqual({ type: 'integer', nullable: true })
  })

  it('keeps null among the branches of a union that is inside', () => {
    expect(serializable(orNull(Type.Union([Type.String(), Type.Integer()])))).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
    })
  })

  it('takes a choice of fixed texts for a text', () => {
    expect(serializable(Type.Union([Type.Literal('a'), Type.Literal('b')]))).toEqual({ type: 'string' })
  })
})
