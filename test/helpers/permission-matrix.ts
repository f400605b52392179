import type { TSchema } from 'typebox'
import type { Route } from '#kernel/http/route.ts'
import type { AnyRecord } from '#kernel/record/definition.ts'
import type { AnyDocument } from '#kernel/document/server-document.ts'
import type { DemoServer } from './demo-server.ts'

// Every call, as somebody who holds one role of the demonstration and holds it in India: with something of India, and with something of Indonesia.

export const [OWN, FOREIGN] = ['IN', 'ID'] as const
type Region = typeof OWN | typeof FOREIGN | 'unknown'

/**
 * `no` is 403 with a missing right, `404` what is not there for him, `yes` anything else; `-`: the call names no place. `blind`: refused
 * (400) for what it says before anything was looked up, letter for letter as for something that does not exist.
 */
type Judged = 'yes' | 'no' | '404' | 'blind' | '-'

/** Nothing has it. */
const UNKNOWN: Place = { id: '987654321', version: 1, formInstanceId: '987654321-1' }

interface Place {
  readonly id: string
  readonly version: number
  readonly formInstanceId?: string
}
type Address = { readonly path: string; readonly body: Readonly<Record<string, unknown>> }

export interface MatrixRow {
  readonly call: string
  readonly right: string
  /** By role: what he may in his own region, and in the other. */
  readonly cells: ReadonlyMap<string, string>
}

interface Definitions {
  readonly records: readonly AnyRecord[]
  readonly documents: readonly AnyDocument[]
}

/** One person for each set of rights that a role of the demonstration has, and who of them stands for which role. */
export async function onePersonForEachRole(server: DemoServer): Promise<ReadonlyMap<string, string>> {
  const roles = await server.query<{ role: string; rights: string }>(
    `select r.code as role, coalesce(string_agg(x.right_code, ' ' order by x.right_code), '') as rights
     from role r left join role_right x on x.role_code = r.code where r.code <> 'superAdmin' group by r.code order by r.code`,
  )
  const first = new Map<string, string>()
  for (const { role, rights } of roles) {
    if (first.has(rights)) continue
    first.set(rights, `matrix.${role}`)
    await server.query(
      `with person as (insert into app_user (account, name_zh, name_en, job_title) values ($1, $1, $1, '') returning id)
       insert into user_role (user_id, role_code, organisation_id) select person.id, $2, o.id from person, organisation o where o.code = $3`,
      [`matrix.${role}`, role, OWN],
    )
  }
  return new Map(roles.map(({ role, rights }) => [role, first.get(rights)!]))
}

/** A row of each record and document in each of the two regions. */
async function placesOf(server: DemoServer, { records, documents }: Definitions) {
  const places = new Map<string, Place>()
  const of = (
    region: Region,
  ) => `t.scope_id in (select o.id from organisation o left join organisation p on p.id = o.parent_id
    where '${region}' in (o.code, p.code))`
  for (const region of [OWN, FOREIGN]) {
    for (const { name, table, scope } of records) {
      if (!scope) continue
      const [row] = await server.query<Place>(
        `select t.id::text as id, t.version from ${table} t where ${of(region)} order by t.id limit 1`,
      )
      if (row) places.set(`${region} ${name}`, row)
    }
    for (const { name, table, initial } of documents) {
      const [row] = await server.query<Place>(
        `select t.id::text as id, t.version, concat(t.id, '-', t.round) as "formInstanceId" from ${table} t
         where ${of(region)} and t.round > 0 and t.state <> '${initial}' order by t.id limit 1`,
      )
      if (row) places.set(`${region} ${name}`, row)
    }
  }
  return places
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  const parts = (schema as { allOf?: TSchema[] } | undefined)?.allOf
  if (parts) return Object.assign({}, ...parts.map(propertiesOf)) as Record<string, TSchema>
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}
}

/** What a schema asks for and the call does not turn on. */
function filledIn(schema: TSchema | undefined): Record<string, unknown> {
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
export async function addressing(
  server: DemoServer,
  definitions: Definitions,
): Promise<(route: Route, region: Region) => Address | null> {
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

interface Asked {
  readonly status: number
  /** The key of a refusal. */
  readonly key: string
  readonly answer: unknown
}

async function ask(server: DemoServer, account: string, route: Route, { path, body }: Address): Promise<Asked> {
  if (route.upload) {
    const file = { name: 'lines.xlsx', bytes: Buffer.from('PK'), fields: { header: '{}' } }
    const answer = await server.upload(account, path, file)
    return { status: answer.status, key: answer.error?.key ?? '', answer }
  }
  if (route.method === 'POST') {
    const answer = await server.call(account, path, body)
    return { status: answer.status, key: answer.error?.key ?? '', answer }
  }
  const { status, bytes } = await server.fetch(account, path)
  const text = status === 200 ? '{}' : bytes.toString()
  const { error, msg } = JSON.parse(text) as { error?: { key: string }; msg?: string }
  return { status, key: error?.key ?? '', answer: [error, msg] }
}

async function judged(
  server: DemoServer,
  account: string,
  route: Route,
  address: Address,
): Promise<Asked & { is: Judged }> {
  const asked = await ask(server, account, route, address)
  const { status, key } = asked
  if ([401, 429].includes(status) || status >= 500)
    throw new Error(`${route.method} ${address.path} as ${account} answered ${status} ${key}`)
  if (status === 403 && key === 'http.forbidden') return { ...asked, is: 'no' }
  return { ...asked, is: status === 404 ? '404' : 'yes' }
}

const isFree = ({ right, mode, path }: Route) =>
  mode === 'stream' || path === '/api/v1/admin/logout' || (typeof right === 'object' && 'public' in right)

/** What a call without an address is sent: nothing is written by it. */
const unasked = ({ path, query }: Route): Address => ({
  path: `${path
    .replace(':bizSystem', 'gs')
    .replace(/:idc(Code)?\b/, OWN)
    .replaceAll(
      /:\w+/g,
      'x',
    )}${query && Object.keys(filledIn(query)).length > 0 ? `?${new URLSearchParams(filledIn(query) as Record<string, string>)}` : ''}`,
  body: path.endsWith('/export') ? { columns: ['no such column'] } : {},
})

/** Everything, called. Where the right is missing the other region is not asked again: nothing was read to refuse it. */
export async function permissionMatrix(server: DemoServer, definitions: Definitions): Promise<readonly MatrixRow[]> {
  const people = await onePersonForEachRole(server)
  const address = await addressing(server, definitions)
  const rows: MatrixRow[] = []
  for (const route of server.routes.toSorted((a, b) =>
    `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`),
  )) {
    const right = typeof route.right === 'string' ? route.right : Object.keys(route.right)[0]!
    const cells = new Map<string, string>()
    const told = new Map<string, string>()
    for (const [role, account] of people) {
      const known = told.get(account) ?? (isFree(route) ? 'yes/-' : await cell(server, account, route, address))
      told.set(account, known)
      cells.set(role, known)
    }
    rows.push({ call: `${route.method} ${route.path}`, right, cells })
  }
  return rows
}

async function cell(
  server: DemoServer,
  account: string,
  route: Route,
  address: (route: Route, region: Region) => Address | null,
): Promise<string> {
  const [own, foreign] = [address(route, OWN), address(route, FOREIGN)]
  const isReading = route.mode === 'read' || route.mode === 'file'
  const here = await judged(server, account, route, isReading && own ? own : unasked(route))
  if (here.is === 'no') return 'no/no'
  if (!foreign) return `${here.is}/-`
  const there = await judged(server, account, route, foreign)
  if (there.status !== 400) return `${here.is}/${there.is}`
  const nowhere = await ask(server, account, route, address(route, 'unknown') ?? foreign)
  const isBlind = JSON.stringify(nowhere.answer) === JSON.stringify(there.answer)
  return `${here.is}/${isBlind ? 'blind' : 'yes'}`
}

/** What whoever opens the file has to know. */
const HEAD = `# Generated by \`npm run matrix\`: every call as one who holds one role, in India alone. A cell is what he may in his own region / in another.
# yes: answered, or refused for another reason than who asks. no: 403, the right is missing. 404: not there for him. -: the call names no place.
# blind: refused (400) for what it says before anything was looked up, letter for letter as for something that does not exist; nothing is learnt from it.
`

export function matrixText(rows: readonly MatrixRow[]): string {
  const roles = [...(rows[0]?.cells.keys() ?? [])]
  const lines = rows.map(({ call, right, cells }) => [call, right, ...roles.map((role) => cells.get(role) ?? '')])
  return `${HEAD}${[['call', 'right', ...roles], ...lines].map((line) => line.join('\t')).join('\n')}\n`
}
