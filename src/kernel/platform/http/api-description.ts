/** The part of an OpenAPI document that this file uses. */
export interface ApiDescription {
  readonly info: { readonly title: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Components
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: unknown
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

type Json = Readonly<Record<string, unknown>>

interface Components {
  readonly securitySchemes?: Json
  readonly schemas: Json
  readonly responses: Json
}

const SCHEMAS = '#/components/schemas/'
const RESPONSES = '#/components/responses/'

/** Schemas without a title that nearly every call uses, by their JSON text. */
const KINDS = new Map(
  (['string', 'integer', 'number', 'boolean'] as const).map((type) => [
    JSON.stringify({ anyOf: [{ type }, { type: 'null' }] }),
    `Nullable${type.replace(/^./, (first) => first.toUpperCase())}`,
  ]),
)

/**
 * Moves what calls share into components: every schema with a title becomes the component of that name, the envelope of
 * a success is one component, and an answer whose data is a component is one too. It works on the finished description,
 * so that the schemas that validate and serialise calls stay complete.
 */
export function withComponents(api: ApiDescription): ApiDescription {
  const schemas = new Map<string, Json>()
  const responses = new Map<string, Json>()

  const component = (into: Map<string, Json>, name: string, value: Json): void => {
    const known = into.get(name)
    if (known === undefined) into.set(name, value)
    else if (JSON.stringify(known) !== JSON.stringify(value))
      throw new Error(`two different shapes in the API description are called ${name}`)
  }

  const shared = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shared)
    if (typeof value !== 'object' || value === null) return value
    const inner: Json = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shared(part)]))
    const name = typeof inner['title'] === 'string' ? inner['title'] : KINDS.get(JSON.stringify(inner))
    if (name === undefined) return inner
    component(schemas, name, inner)
    return { $ref: SCHEMAS + name }
  }

  const success = (response: unknown): unknown => {
    const { description, content } = shared(response) as { description: string; content: Json }
    const answer = content['application/json'] as { schema: Envelope } | undefined
    if (answer === undefined) {
      component(responses, 'File', { description, content })
      return { $ref: `${RESPONSES}File` }
    }
    const { code, msg, data } = answer.schema.properties
    component(schemas, 'Success', { type: 'object', required: ['code', 'msg'], properties: { code, msg } })
    const whole = {
      allOf: [{ $ref: `${SCHEMAS}Success` }, { type: 'object', required: ['data'], properties: { data } }],
    }
    const written = { description, content: { 'application/json': { schema: whole } } }
    const { $ref } = data as { $ref?: string }
    if ($ref === undefined) return written
    const name = $ref.slice(SCHEMAS.length)
    component(responses, name, written)
    return { $ref: RESPONSES + name }
  }

  const failure = (response: unknown): unknown => {
    component(responses, 'Failure', shared(response) as Json)
    return { $ref: `${RESPONSES}Failure` }
  }

  const described = (operation: Operation): Operation => ({
    ...(shared({ ...operation, responses: {} }) as Operation),
    responses: { 200: success(operation.responses['200']), default: failure(operation.responses['default']) },
  })

  const paths = mapValues(api.paths, (methods) => mapValues(methods, described))
  return {
    ...api,
    components: { ...api.components, schemas: sorted(schemas), responses: sorted(responses) },
    paths,
  }
}

interface Envelope {
  readonly properties: { readonly code: unknown; readonly msg: unknown; readonly data: unknown }
}

/** The part of a description for some calls: these, and the components that they refer to directly or indirectly. */
export function partOf(api: ApiDescription, isPart: (operationId: string) => boolean): ApiDescription {
  const kept = Object.entries(api.paths).map(([path, methods]) => {
    const some = Object.entries(methods).filter(([, { operationId }]) => isPart(operationId))
    return [path, Object.fromEntries(some)] as const
  })
  const paths = Object.fromEntries(kept.filter(([, methods]) => Object.keys(methods).length > 0))
  const named = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(schemas|responses)\/(\w+)"/g,
    )) {
      const place = `${kind}/${name}`
      if (named.has(place)) continue
      named.add(place)
      follow(api.components[kind as 'schemas' | 'responses'][name])
    }
  }
  follow(paths)
  const only = (kind: 'schemas' | 'responses'): Json =>
    Object.fromEntries(Object.entries(api.components[kind]).filter(([name]) => named.has(`${kind}/${name}`)))
  return { ...api, components: { ...api.components, schemas: only('schemas'), responses: only('responses') }, paths }
}

function sorted(components: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
