import fastJson from 'fast-json-stringify'

export type SerializeWrite = (data: unknown) => string

/** What writes answers of one shape. */
export function writerOf(schema: unknown): SerializeWrite {
  return fastJson(schema as object)
}

/**
 * The same, made when the first answer goes out: to make the writers of all calls before the server listens is a second of work, most of it
 * for calls that nobody makes soon. That each can be made is held by test/arch/openapi.test.ts.
 */
export function serializerOf(schema: unknown): SerializeWrite {
  let write: SerializeWrite | undefined
  return (data) => (write ??= writerOf(schema))(data)
}

/** A schema as data, whatever library wrote it. */
type Json = Readonly<Record<string, unknown>>

/**
 * Says "or null" in the way that the serializer writes straight on: a union would be checked branch by branch
 * for every value. The documents of the API keep the union.
 */
export function serializable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(serializable)
  if (typeof schema !== 'object' || schema === null) return schema
  const union = (schema as { anyOf?: readonly Json[] }).anyOf
  const others = union?.filter((branch) => branch['type'] !== 'null')
  if (union && others?.length === 1 && union.length === 2) {
    const [other] = others
    // A union inside decides branch by branch, and takes null for none of its own.
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
