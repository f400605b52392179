import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '#app/demo-provider/demo-accounts.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import { openTask } from '#test/helpers/company/actor.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { ANY_OF, referenceGrants } from '#test/scenario/access/reference-grants.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

// Every call as every account, against answers computed from the tables of roles and organisations, row by row.

interface Envelope {
  readonly requestId?: string
  readonly data?: { readonly records?: readonly { readonly id?: string }[]; readonly recordTotal?: number }
  readonly error?: { readonly key: string }
}
type Caller = (path: string, body?: object, mediaType?: string) => Promise<{ status: number; body: Envelope }>

let world: World
let server: RunningServer
const callers = new Map<string, Caller>()
const tokens = new Map<string, string>()
const india = { id: '', no: '', formInstanceId: '', taskId: '', contentHash: '', budgetCode: '', draft: '' }
const LINE = {
  countryCode: 'IN',
  projectCode: 'PR-1',
  fscId: 'F01',
  subBusiCode: 'S01',
  productLineCode: 'P1',
  amount: '1',
}

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 4)
  const granted = await world.submit('in.channel', [{ amount: '100.00' }])
  await world.approveAll(granted.formInstanceId ?? '')
  const running = await world.submit('in.channel', [{ amount: '7.00' }])
  const draft = await world.act('in.channel', 'save', { raw: { ...INDIA, lines: [] } })
  const task = await openTask(world.query, running.formInstanceId!)
  const [line] = await world.query<{ code: string }>('select code from budget_line')
  Object.assign(india, { id: running.id, no: running.no, formInstanceId: running.formInstanceId, draft: draft.id })
  Object.assign(india, { taskId: task?.taskId, contentHash: task?.contentHash, budgetCode: line?.code })
  server = await runServer(databaseUrl)
  for (const { account } of demoAccounts) callers.set(account, await callerOf(account))
})

afterAll(async () => {
  await server?.close()
  await world?.close()
})

async function callerOf(account: string): Promise<Caller> {
  const session = await makeSession(world.pool, account, 60)
  tokens.set(account, session.token)
  const headers = { ...sessionHeaders(session), 'x-language': 'en' }
  return async (path, body, mediaType = 'application/json') => {
    const given = body ? { method: 'POST' as const, payload: body } : { method: 'GET' as const }
    const response = await server.app.inject({
      ...given,
      url: path,
      headers: { ...headers, 'idempotency-key': randomUUID(), ...(body ? { 'content-type': mediaType } : {}) },
    })
    const json = response.headers['content-type']?.toString().includes('json')
    return { status: response.statusCode, body: json ? response.json<Envelope>() : {} }
  }
}

/** A stream never ends by itself: its beginning is its answer. */
async function beginsAs(account: string, route: Route): Promise<{ status: number; body: Envelope }> {
  const token = tokens.get(account) ?? ''
  const response = await server.app.inject({
    url: route.path,
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  response.stream().destroy()
  return { status: response.statusCode, body: {} }
}

function callAs(account: string, path: string, body?: object, mediaType?: string) {
  const caller = callers.get(account)
  if (!caller) throw new Error(`no account ${account}`)
  return caller(path, body, mediaType)
}

const FINGERPRINT = `select (select md5(string_agg(a::text, ';' order by id)) from budget_account a) as accounts,
  (select md5(string_agg(concat_ws(' ', id, state, version, round), ';' order by id)) from country_budget) as documents,
  (select count(*) from audit_entry where kind = 'change') as entries, (select count(*) from ledger_posting) as postings, (select count(*) from budget_line) as lines,
  (select count(*) from idempotency) as keys, (select count(*) from approval_task where state = 'open') as tasks, (select count(*) from outbox) as messages`
const fingerprint = () => world.query(FINGERPRINT)

/** Ends the session that the test continues with. */
const LEAVES = '/api/v1/admin/logout'
const at = (path: string, idc = 'IN') =>
  path
    .replace(':bizSystem', 'gs')
    .replace(/:idc(Code)?\b/, idc)
    .replaceAll(/:\w+/g, 'x')
const guarded = () =>
  server.routes.filter(
    (route) => !(typeof route.right === 'object' && 'public' in route.right) && route.path !== LEAVES,
  )
/** An export without a question is a good one, and starts a task: this one is refused, once the right is there. */
const unasked = (route: Route): object => (route.path.endsWith('/export') ? { columns: ['no such column'] } : {})
const visit = (account: string, route: Route, idc?: string, body: object = unasked(route)) =>
  route.mode === 'stream'
    ? beginsAs(account, route)
    : callAs(account, at(route.path, idc), route.method === 'POST' ? body : undefined)

/** It asks each item for the right of its own document (batch.test.ts). */
const BY_ITEM = '/aps/bpm/task/batch'

describe('every call by every account', () => {
  // Calls that depend on one right are in the permission matrix, every call by every role.
  it('a call with alternative rights or a stream is refused exactly to accounts without any of its rights', async () => {
    const truth = await referenceGrants(world)
    const before = await fingerprint()
    const wrong: string[] = []
    const routes = guarded().filter(({ path, mode }) => path in ANY_OF || mode === 'stream')
    expect(routes.length).toBeGreaterThan(Object.keys(ANY_OF).length / 2)
    for (const { account } of demoAccounts) {
      const standing = truth.get(account)
      for (const route of routes) {
        const { status, body } = await visit(account, route)
        const anyOf = ANY_OF[route.path] ?? (typeof route.right === 'string' ? [route.right] : null)
        const allowed = anyOf === null || standing?.all || anyOf.some((right) => standing?.rights.has(right))
        const refused = status === 403 && body.error?.key === 'http.forbidden'
        if (refused === Boolean(allowed) || status === 401 || status >= 500)
          wrong.push(`${account} ${route.method} ${route.path}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await fingerprint()).toEqual(before)
  })

  it('an account without menus is refused every call that needs a right, and an auditor every write', async () => {
    const truth = await referenceGrants(world)
    expect([...(truth.get('nomenu')?.rights ?? ['?'])]).toEqual([])
    // An export and a look into a file change nothing; such a call opens its own transactions because it waits between them.
    const acts = guarded().filter(
      ({ mode, path }) => mode === 'action' && path !== BY_ITEM && !/\/(export|preview\/sheet)$/.test(path),
    )
    expect(acts.length).toBeGreaterThanOrEqual(5)
    for (const route of acts) expect([route.path, (await visit('hq.auditor', route)).status]).toEqual([route.path, 403])
    expect((await callAs('hq.auditor', '/aps/budget/country/detail', { id: india.id })).status).toBe(200)
  })
})

describe('rows of the document list', () => {
  it('the document list shows each account the rows of its organisations and tasks', async () => {
    const truth = await referenceGrants(world)
    const documents = await world.query<{
      id: string
      scope_id: number
      state: string
      drafter: string
      people: string[]
    }>(
      `select d.id, d.scope_id, d.state, u.account as drafter, array(select p.account from approval_task t join app_user p on p.id = t.user_id
         where t.document_id = d.id) as people from country_budget d join app_user u on u.id = d.drafter_id`,
    )
    for (const [account, { rights, all, scopeOf }] of truth) {
      if (!all && !rights.has('budget.country.view')) continue
      const scope = scopeOf('budget.country.view')
      const expected = documents
        .filter(
          (row) =>
            (row.state !== 'draft' || row.drafter === account) &&
            (all || scope.has(row.scope_id) || row.people.includes(account)),
        )
        .map((row) => row.id)
      const list = await callAs(account, '/aps/budget/country/queryByPage', { limit: 500 })
      expect([account, list.body.data?.records?.map((row) => row.id).toSorted()]).toEqual([
        account,
        expected.toSorted(),
      ])
      const count = await callAs(account, '/aps/budget/country/count', {})
      expect([account, count.body.data?.recordTotal]).toEqual([account, expected.length])
    }
    expect((await callAs('admin', '/aps/budget/country/queryByPage', {})).body.data?.records).toHaveLength(2)
  })
})

describe('an Indonesian account and Indian documents', () => {
  const indonesians = demoAccounts.map(({ account }) => account).filter((account) => account.startsWith('id.'))
  const content = { ...INDIA, lines: [LINE] }
  const decision = () => ({ taskId: india.taskId, contentHash: india.contentHash, opinion: 'Mine now' })
  const UNKNOWN = '987654321'

  /** Each call with something Indian, and the same call with something that does not exist. */
  const pairs = (): readonly (readonly [path: string, indian: object, unknown: object])[] => [
    ['detail', { id: india.id }, { id: UNKNOWN }],
    ['detail', { no: india.no }, { no: 'CB20261199999' }],
    ['detail', { formInstanceId: india.formInstanceId }, { formInstanceId: `${UNKNOWN}-1` }],
    ['detail', { id: india.draft }, { id: UNKNOWN }],
    ['save', { ...content, id: india.draft, version: 1 }, { ...content, id: UNKNOWN, version: 1 }],
    ['save', content, { ...content, areaId: 99 }],
    ['bpm/template-code', { ...content, id: india.draft, version: 1 }, { ...content, id: UNKNOWN, version: 1 }],
    ['bpm/template-code', content, { ...content, areaId: 99 }],
    [
      'approve',
      { ...decision(), formInstanceId: india.formInstanceId },
      { ...decision(), formInstanceId: `${UNKNOWN}-1` },
    ],
    [
      'reject',
      { ...decision(), formInstanceId: india.formInstanceId },
      { ...decision(), formInstanceId: `${UNKNOWN}-1` },
    ],
    ['withdraw', { formInstanceId: india.formInstanceId, version: 1 }, { formInstanceId: `${UNKNOWN}-1`, version: 1 }],
    ['postings', { budgetCode: india.budgetCode }, { budgetCode: 'BL999999999' }],
  ]

  it('an Indonesian account gets the answer of an unknown document for an Indian one, letter for letter', async () => {
    const before = await fingerprint()
    const truth = await referenceGrants(world)
    let compared = 0
    for (const account of indonesians) {
      for (const [call, indian, unknown] of pairs()) {
        const path = `/aps/budget/country/${call}`
        const [one, other] = [await callAs(account, path, indian), await callAs(account, path, unknown)]
        const route = server.routes.find((entry) => entry.path === path)
        const allowed = typeof route?.right === 'string' && truth.get(account)?.rights.has(route.right)
        expect([account, call, one.status]).toEqual([account, call, allowed ? 404 : 403])
        expect([account, call, { ...one.body, requestId: '' }]).toEqual([
          account,
          call,
          { ...other.body, requestId: '' },
        ])
        compared += allowed ? 1 : 0
      }
    }
    expect(compared).toBeGreaterThan(30)
    expect(await fingerprint()).toEqual(before)
  })

  it('an Indonesian account cannot print an Indian document', async () => {
    const path = '/aps/document/countryBudget/pdf'
    for (const account of indonesians) {
      for (const [own, unknown] of [
        [`no=${india.no}`, 'no=CB20261199999'],
        [`id=${india.draft}`, `id=${UNKNOWN}`],
        [`formInstanceId=${india.formInstanceId}`, `formInstanceId=${UNKNOWN}-1`],
      ]) {
        const [one, other] = [await callAs(account, `${path}?${own}`), await callAs(account, `${path}?${unknown}`)]
        expect([403, 404]).toContain(one.status)
        expect([account, own, one.status, { ...one.body, requestId: '' }]).toEqual([
          account,
          own,
          other.status,
          { ...other.body, requestId: '' },
        ])
      }
    }
  })

  it('an Indonesian account gets the answer of an unknown region for India', async () => {
    const regional = server.routes.filter((route) => /^\/(gs\/:idc|:bizSystem\/:idcCode)\//.test(route.path))
    expect(regional.length).toBeGreaterThan(17)
    const form = `--x\r\ncontent-disposition: form-data; name="header"\r\n\r\n${JSON.stringify(INDIA)}\r\n--x\r
content-disposition: form-data; name="file"; filename="lines.xlsx"\r\n\r\nPK\r\n--x--\r\n`
    const attempt = (account: string, route: Route, idc: string) =>
      route.upload
        ? callAs(account, at(route.path, idc), Buffer.from(form), 'multipart/form-data; boundary=x')
        : visit(
            account,
            route,
            idc,
            route.path.endsWith('/check') && !route.path.endsWith('/price/check') ? content : unasked(route),
          )
    for (const account of indonesians) {
      for (const route of regional) {
        const [one, other] = [await attempt(account, route, 'IN'), await attempt(account, route, 'XX')]
        expect([account, route.path, one.status]).toEqual([account, route.path, other.status])
        expect([403, 404]).toContain(one.status)
        expect({ ...one.body, requestId: '' }).toEqual({ ...other.body, requestId: '' })
      }
    }
  })

  it('an export by an Indonesian account contains no Indian documents', async () => {
    for (const account of indonesians) {
      const list = await callAs(account, '/aps/budget/country/export', { idcCode: 'IN' })
      const started = list.body.data as { readonly taskId?: string } | undefined
      expect([account, list.status]).toEqual([account, started ? 200 : 403])
      if (!started) continue
      const [task] = await world.query<{ rows_total: number }>('select rows_total from download_task where id = $1', [
        started.taskId,
      ])
      expect([account, task?.rows_total]).toEqual([account, 0])
    }
  })

  it('every list shows an Indonesian account no Indian documents', async () => {
    const filters = [{}, { no: india.no }, { idcCode: 'IN' }, { drafter: 'in.channel' }, { projectPoolCode: 'POOL-A' }]
    for (const account of indonesians) {
      for (const filter of filters) {
        const list = await callAs(account, '/aps/budget/country/queryByPage', filter)
        const count = await callAs(account, '/aps/budget/country/count', filter)
        if (list.status === 403) continue
        expect([account, list.body.data?.records, count.body.data?.recordTotal]).toEqual([account, [], 0])
      }
      const tasks = await callAs(account, '/aps/task/queryPage')
      const areas = await callAs(account, '/aps/area', { templateCode: 'budget_country' })
      for (const answer of [tasks, areas]) {
        if (answer.status !== 403) expect(JSON.stringify(answer.body)).not.toMatch(/India\b|"IN"|CB2026/)
      }
    }
  })
})
