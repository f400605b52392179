import type { Route } from '#kernel/platform/http/route.ts'
import { type Address, type Addressing, addressing, type Definitions, filledIn, FOREIGN, OWN } from './addressing.ts'
import type { DemoServer } from '#test/helpers/servers/demo-server.ts'

// Which role may make which call where. A call names its right, and a role its rights: a role's permissions follow from the two. So the
// rights of the roles are read from their table, and each call is made about three times only, however many roles there are: by a person
// who holds every right but the one that the call names, by a person who holds that right alone, and by a person who holds all rights, for
// something of another region. All of them hold their rights in India.

/**
 * `no` is 403 with a missing right, `404` what the caller does not see, `yes` anything else; `-`: the call names no place. `blind`: refused
 * (400) because of its input before anything was looked up, with exactly the answer for something that does not exist.
 */
type Judged = 'yes' | 'no' | '404' | 'blind' | '-'

export interface CallRow {
  readonly call: string
  readonly right: string
  /** With every right but the one that the call names; of a call that names none, without any right. */
  readonly without: string
  /** With that right alone, in India, or with all rights where that reveals more; for a call that names none, with all rights. */
  readonly here: string
  /** With all rights in India, for something of Indonesia. */
  readonly there: string
}

export interface PermissionMatrix {
  readonly roles: readonly string[]
  /** The roles that bring each right. */
  readonly rights: ReadonlyMap<string, ReadonlySet<string>>
  readonly calls: readonly CallRow[]
  /** For calls that check one of several rights themselves: each role's answer here and there. */
  readonly byRole: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** The roles of the demonstration, but for the one that may do everything. */
async function rolesOf(server: DemoServer): Promise<readonly string[]> {
  const roles = await server.query<{ code: string }>(
    `select code from role where code <> 'superAdmin' and not starts_with(code, 'matrix.') order by code`,
  )
  return roles.map(({ code }) => code)
}

async function addPerson(server: DemoServer, account: string, role: string): Promise<void> {
  await server.query(
    `with person as (insert into app_user (account, name_zh, name_en, job_title) values ($1, $1, $1, '') returning id)
     insert into user_role (user_id, role_code, organisation_id) select person.id, $2, o.id from person, organisation o where o.code = $3`,
    [account, role, OWN],
  )
}

/** One person for each distinct set of rights of the demonstration's roles, and the roles that each stands for. */
async function onePersonForEachRole(
  server: DemoServer,
  roles: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await server.query<{ role: string; rights: string }>(
    `select r.code as role, coalesce(string_agg(x.right_code, ' ' order by x.right_code), '') as rights
     from role r left join role_right x on x.role_code = r.code where r.code = any ($1) group by r.code order by r.code`,
    [roles],
  )
  const first = new Map<string, string>()
  for (const { role, rights } of rows) {
    if (first.has(rights)) continue
    first.set(rights, `matrix.${role}`)
    await addPerson(server, `matrix.${role}`, role)
  }
  return new Map(rows.map(({ role, rights }) => [role, first.get(rights)!]))
}

/** Four people of the matrix alone. Rights are read with each request, so that one person is enough for all calls. */
const NONE = 'matrix.none'
const ALL = 'matrix.all'
const ONLY = 'matrix.only'
const WITHOUT = 'matrix.without'

async function addAskers(server: DemoServer, rights: readonly string[]): Promise<void> {
  for (const account of [NONE, ALL, ONLY, WITHOUT]) {
    await server.query(`insert into role (code, name_zh, name_en) values ($1, $1, $1)`, [account])
    await addPerson(server, account, account)
  }
  await server.query(`insert into role_right (role_code, right_code) select $1, unnest($2::text[])`, [ALL, rights])
}

/** From now on one person holds this right alone, and another all but this one. */
async function turnTo(server: DemoServer, right: string): Promise<void> {
  await server.query('delete from role_right where role_code = any ($1)', [[ONLY, WITHOUT]])
  await server.query(
    `insert into role_right (role_code, right_code)
     select $1, $4 union all select $2, right_code from role_right where role_code = $3 and right_code <> $4`,
    [ONLY, WITHOUT, ALL, right],
  )
}

interface CallResult {
  readonly status: number
  /** The key of a refusal. */
  readonly key: string
  readonly answer: unknown
}

async function ask(server: DemoServer, account: string, route: Route, { path, body }: Address): Promise<CallResult> {
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
): Promise<CallResult & { is: Judged }> {
  const asked = await ask(server, account, route, address)
  const { status, key } = asked
  if ([401, 429].includes(status) || status >= 500)
    throw new Error(`${route.method} ${address.path} as ${account} answered ${status} ${key}`)
  if (status === 403 && key === 'http.forbidden') return { ...asked, is: 'no' }
  return { ...asked, is: status === 404 ? '404' : 'yes' }
}

const isFree = ({ right, mode, path }: Route) =>
  mode === 'stream' || path === '/api/v1/admin/logout' || (typeof right === 'object' && 'public' in right)

/** The body of a call without an address: nothing is written by it. */
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

const byAddress = (a: Route, b: Route) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`)
const nameOf = ({ method, path }: Route) => `${method} ${path}`

export async function permissionMatrix(server: DemoServer, definitions: Definitions): Promise<PermissionMatrix> {
  const roles = await rolesOf(server)
  const rights = await rightsOfRoles(server)
  await addAskers(server, [...rights.keys()])
  const address = await addressing(server, definitions)
  const calls: CallRow[] = []
  const open: Route[] = []
  const guarded = Map.groupBy(server.routes, ({ right }) => (typeof right === 'string' ? right : ''))
  for (const [right, routes] of guarded) {
    if (right !== '') await turnTo(server, right)
    for (const route of routes) {
      const row = right === '' ? await unguarded(server, route, address) : await oneCall(server, route, right, address)
      calls.push(row)
      if (right === '' && row.without !== row.here) open.push(route)
    }
  }
  const byRole = new Map<string, ReadonlyMap<string, string>>()
  const people = await onePersonForEachRole(server, roles)
  for (const route of open.toSorted(byAddress))
    byRole.set(nameOf(route), await askRoles(server, people, route, address))
  const order = new Map(server.routes.toSorted(byAddress).map((route, index) => [nameOf(route), index]))
  return { roles, rights, calls: calls.toSorted((a, b) => order.get(a.call)! - order.get(b.call)!), byRole }
}

/** Also those that a call asks for and no role brings. */
async function rightsOfRoles(server: DemoServer): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await server.query<{ right: string; roles: string[] }>(
    'select right_code as right, array_agg(role_code) as roles from role_right group by right_code',
  )
  const held = new Map(rows.map(({ right, roles }) => [right, new Set(roles)]))
  const asked = server.routes.flatMap(({ right }) => (typeof right === 'string' ? [right] : []))
  const all = [...new Set([...held.keys(), ...asked])].toSorted()
  return new Map(all.map((right) => [right, held.get(right) ?? new Set()]))
}

async function oneCall(server: DemoServer, route: Route, right: string, address: Addressing): Promise<CallRow> {
  const own = ownOf(route, address)
  if (isFree(route)) return { call: nameOf(route), right, without: '-', here: '-', there: '-' }
  const without = await judged(server, WITHOUT, route, own)
  const alone = await judged(server, ONLY, route, own)
  const here = alone.is === 'yes' ? alone.is : (await judged(server, ALL, route, own)).is
  const there = await thereOf(server, ALL, route, address)
  return {
    call: nameOf(route),
    right,
    without: without.is,
    here: here === alone.is ? here : `${here}, with more`,
    there,
  }
}

/** A call that names no right: whether rights matter to it all the same is seen where none are held, and where all are. */
async function unguarded(server: DemoServer, route: Route, address: Addressing): Promise<CallRow> {
  const own = ownOf(route, address)
  const named = { call: nameOf(route), right: Object.keys(route.right)[0]! }
  if (isFree(route)) return { ...named, without: '-', here: '-', there: '-' }
  const without = await judged(server, NONE, route, own)
  const here = await judged(server, ALL, route, own)
  return { ...named, without: without.is, here: here.is, there: await thereOf(server, ALL, route, address) }
}

async function askRoles(
  server: DemoServer,
  people: ReadonlyMap<string, string>,
  route: Route,
  address: Addressing,
): Promise<ReadonlyMap<string, string>> {
  const told = new Map<string, string>()
  for (const account of new Set(people.values())) {
    const here = await judged(server, account, route, ownOf(route, address))
    told.set(account, here.is === 'no' ? 'no/no' : `${here.is}/${await thereOf(server, account, route, address)}`)
  }
  return new Map([...people].map(([role, account]) => [role, told.get(account) ?? '']))
}

/** Reads use an entity of the caller's own region; of writes only the refusal is requested. */
function ownOf(route: Route, address: Addressing): Address {
  const isReading = route.mode === 'read' || route.mode === 'file'
  return (isReading ? address(route, OWN) : null) ?? unasked(route)
}

async function thereOf(server: DemoServer, account: string, route: Route, address: Addressing): Promise<Judged> {
  const foreign = address(route, FOREIGN)
  if (!foreign) return '-'
  const there = await judged(server, account, route, foreign)
  if (there.status !== 400) return there.is
  const nowhere = await ask(server, account, route, address(route, 'unknown') ?? foreign)
  return JSON.stringify(nowhere.answer) === JSON.stringify(there.answer) ? 'blind' : 'yes'
}

/** The explanation for readers of the file. */
const HEAD = `# Generated by \`npm run matrix\`: who may make which call where. Three tables: the rights of each role, the right that each call asks for,
# and the calls that look for one of several rights themselves, by role.
#
# yes: answered, or refused for another reason than who asks. no: 403, the right is missing. 404: not there for who asks. -: the call names no place.
# blind: refused (400) for what it says before anything was looked up, letter for letter as for something that does not exist; nothing is learnt from it.
`
const RIGHTS = `# RIGHTS: which role brings which right (x).
`
const CALLS = `# CALLS: what is answered to somebody who holds every right but the one that the call names (without), to somebody who holds that right
# alone in India (here; "with more": only with other rights beside it), and to somebody who holds all rights in India, of something in Indonesia (there).
# A call that names no right is made without any right, and with all of them.
`
const BY_ROLE = `# CALLS THAT LOOK FOR RIGHTS THEMSELVES: by role, held in India: here / in Indonesia.
`

const tableOf = (rows: readonly (readonly string[])[]) => `${rows.map((row) => row.join('\t')).join('\n')}\n`

export function matrixText({ roles, rights, calls, byRole }: PermissionMatrix): string {
  const held = [...rights].map(([right, holders]) => [right, ...roles.map((role) => (holders.has(role) ? 'x' : '-'))])
  const asked = calls.map(({ call, right, without, here, there }) => [call, right, without, here, there])
  const told = [...byRole].map(([call, cells]) => [call, ...roles.map((role) => cells.get(role) ?? '')])
  return [
    `${HEAD}\n`,
    RIGHTS,
    `${tableOf([['right', ...roles], ...held])}\n`,
    CALLS,
    `${tableOf([['call', 'right', 'without', 'here', 'there'], ...asked])}\n`,
    BY_ROLE,
    tableOf([['call', ...roles], ...told]),
  ].join('')
}
