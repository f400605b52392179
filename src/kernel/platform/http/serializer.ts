import fastJson from 'fast-json-stringify'

export type SerializeWrite = (data: unknown) => string

/** Serialises answers of one schema. */
export function writerOf(schema: unknown): SerializeWrite {
  return fastJson(schema as object)
}

/**
 * The same, compiled at the first answer: compiling all of them before the server listens takes a second.
 * test/arch/openapi.test.ts checks that each compiles.
 */
export function serializerOf(schema: unknown): SerializeWrite {
  let write: SerializeWrite | undefined
  return (data) => (write ??= writerOf(schema))(data)
}

/** A schema as data, whatever library made it. */
type Json = Readonly<Record<string, unknown>>

/**
 * Expresses "or null" in the form that the serialiser handles directly: a union would be checked branch by branch for
 * every value. The API description keeps the union.
 */
export function serializable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(serializable)
  if (typeof schema !== 'object' || schema === null) return schema
  const union = (schema as { anyOf?: readonly Json[] }).anyOf
  const others = union?.filter((branch) => branch['type'] !== 'null')
  if (union && others?.length === 1 && union.length === 2) {
    const [other] = others
    // A nested union is decided branch by branch and does not accept null itself.
    const inner = (other as { anyOf?: readonly Json[] }).anyOf
    return inner
      ? serializable({ anyOf: [...inner, { type: 'null' }] })
      : { ...(serializable(other) as Json), nullable: true }
  }
  // A choice of fixed texts is a text.
  if (union?.every((branch) => typeof branch['const'] === 'string')) return { type: 'string' }
  if (
    others &&
    others.length > 0 &&
    others.length < (union?.length ?? 0) &&
    others.every((branch) => typeof branch['const'] === 'string')
  ) {
    return { type: 'string', nullable: true }
  }
  if (typeof (schema as Json)['const'] === 'string') return { type: 'string' }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, serializable(value)]))
}
