import type { TSchema } from 'typebox'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { oldestIn } from '#test/helpers/company/fixtures.ts'
import type { DemoServer } from '#test/helpers/servers/demo-server.ts'

// How a call names a record or a document of a region.

export const [OWN, FOREIGN] = ['IN', 'ID'] as const
type Region = typeof OWN | typeof FOREIGN | 'unknown'

/** An id and values that do not exist. */
const UNKNOWN: Place = { id: '987654321', version: 1, formInstanceId: '987654321-1' }

interface Place {
  readonly id: string
  readonly version: number
  readonly formInstanceId?: string
}
export type Address = { readonly path: string; readonly body: Readonly<Record<string, unknown>> }

export interface Definitions {
  readonly records: readonly AnyRecord[]
  readonly documents: readonly AnyDocument[]
}

export type Addressing = (route: Route, region: Region) => Address | null

/** A row of each record and document in each of the two regions. */
async function placesOf(server: DemoServer, { records, documents }: Definitions) {
  const places = new Map<string, Place>()
  for (const region of [OWN, FOREIGN]) {
    for (const { name, table, scope } of records) {
      if (!scope) continue
      const row = await oldestIn(server, table, region)
      if (row) places.set(`${region} ${name}`, row)
    }
    for (const { name, table, initial } of documents) {
      const row = await oldestIn(server, table, region, `t.round > 0 and t.state <> '${initial}'`)
      if (row) places.set(`${region} ${name}`, { ...row, formInstanceId: `${row.id}-${String(row['round'])}` })
    }
  }
  return places
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  const parts = (schema as { allOf?: TSchema[] } | undefined)?.allOf
  if (parts) return Object.assign({}, ...parts.map(propertiesOf)) as Record<string, TSchema>
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}
}

/** The inputs that a schema requires and that do not matter to the call. */
export function filledIn(schema: TSchema | undefined): Record<string, unknown> {
  const { required = [] } = (schema ?? {}) as { required?: string[] }
  return Object.fromEntries(required.map((name) => [name, valueOf(propertiesOf(schema)[name])]))
}

function valueOf(schema: TSchema | undefined): unknown {
  const { type, anyOf, const: fixed } = (schema ?? {}) as { type?: string; anyOf?: TSchema[]; const?: unknown }
  if (fixed !== undefined) return fixed
  if (anyOf) return valueOf(anyOf[0])
  if (type === 'array') return []
  if (type === 'object') return {}
  return type === 'integer' || type === 'number' ? 1 : type === 'boolean' ? false : '2026-11-30'
}

/** How a call names something of a region; null where it names no place. */
export async function addressing(server: DemoServer, definitions: Definitions): Promise<Addressing> {
  const places = await placesOf(server, definitions)
  return (route, region) => {
    const path = route.path
      .replace(':bizSystem', 'gs')
      .replace(/:idc(Code)?\b/, region)
      .replaceAll(/:\w+/g, 'x')
    const body = filledIn(route.body)
    if (/:idc\b|:idcCode\b/.test(route.path)) return { path, body }
    const owner = [...definitions.records, ...definitions.documents].find(({ api }) => route.path.startsWith(`${api}/`))
    const printed = definitions.documents.find(({ name }) => route.path.startsWith(`/aps/document/${name}/`))
    const asked = { ...propertiesOf(route.body), ...propertiesOf(route.query) }
    const place =
      region === 'unknown' ? UNKNOWN : places.get(`${region} ${(printed ?? owner)?.name ?? 'countryBudget'}`)
    const named = 'formInstanceId' in asked && place?.formInstanceId ? { formInstanceId: place.formInstanceId } : null
    const byId = 'id' in asked && place && (printed ?? owner) ? { id: place.id } : null
    if (!place || !(named ?? byId)) return null
    const address = byId ?? named!
    if (route.method === 'GET') return { path: `${path}?${new URLSearchParams(address)}`, body: {} }
    return { path, body: { ...body, ...('version' in asked ? { version: place.version } : {}), ...address } }
  }
}
