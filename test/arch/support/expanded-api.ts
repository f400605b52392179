import type { ApiDescription } from '#kernel/platform/http/api-description.ts'

type Json = Readonly<Record<string, unknown>>

/** The calls of a description with every reference written out and the envelope put together again. */
export function expandedPaths(api: ApiDescription): unknown {
  const at = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((found, name) => (found as Json)[name], api)
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string') return expand(at($ref))
    const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, expand(part)]))
    return isEnvelope(value as Json) ? merged(inner['allOf'] as readonly Envelope[]) : inner
  }
  return expand(api.paths)
}

interface Envelope {
  readonly required: readonly string[]
  readonly properties: Json
}

function isEnvelope({ allOf }: Json): boolean {
  return Array.isArray(allOf) && (allOf[0] as { $ref?: unknown }).$ref === '#/components/schemas/Success'
}

function merged(parts: readonly Envelope[]): object {
  return {
    type: 'object',
    required: parts.flatMap(({ required }) => required),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as object,
  }
}
