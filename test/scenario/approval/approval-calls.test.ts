import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '#app/demo-provider/demo-accounts.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

// The calls that a chat client or a picker makes on any approval, over HTTP.

interface Answer<T = unknown> {
  readonly status: number
  readonly body: {
    readonly data?: T
    readonly error?: { readonly key: string; readonly params: Record<string, string> }
  }
}
interface Person {
  readonly account: string
  readonly lastUsed: string | null
}
interface People {
  readonly records: readonly Person[]
  readonly recordTotal: number
}

let world: World
let server: RunningServer
const india = { id: '', formInstanceId: '' }

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 4)
  const running = await world.submit('in.channel', [{ amount: '1234.50' }], {}).catch(() => null)
  expect(running).toBeNull()
  const submitted = await world.submit('in.channel', [{ amount: '123.50' }])
  Object.assign(india, { id: submitted.id, formInstanceId: submitted.formInstanceId })
  server = await runServer(databaseUrl)
})
afterAll(async () => {
  await server?.close()
  await world?.close()
})

async function call<T>(account: string, path: string, body?: object, headers: object = {}): Promise<Answer<T>> {
  const response = await server.app.inject({
    ...(body ? { method: 'POST' as const, payload: body } : { method: 'GET' as const }),
    url: path,
    headers: {
      ...sessionHeaders(await makeSession(world.pool, account, 60)),
      'x-language': 'en',
      'idempotency-key': randomUUID(),
      ...headers,
    },
  })
  return { status: response.statusCode, body: response.json() }
}

describe('the head of a form', () => {
  it('the head of an approval names its document, drafter, amount and current holders', async () => {
    const answer = await call<Record<string, unknown>>('in.manager', '/aps/bpm/form/head/query', {
      formInstanceId: india.formInstanceId,
    })
    expect(answer.body.data).toMatchObject({
      formInstanceId: india.formInstanceId,
      documentType: 'countryBudget',
      title: expect.stringMatching(/^Budget grant, .*Pool A, 2026-11$/) as string,
      no: expect.stringMatching(/^CB2026/) as string,
      state: 'underApproval',
      approvalState: 'running',
      drafter: { account: 'in.channel' },
      amount: '123.50',
      currency: 'INR',
      templateCode: 'budget_country',
    })
    expect((answer.body.data!['currentHolder'] as Person[]).map(({ account }) => account)).toContain('in.manager')
  })
})

describe('the progress bar', () => {
  it('the progress bar of an approval counts the completed steps', async () => {
    const bar = () =>
      call<{ done: number; total: number; percent: number; steps: { state: string }[] }>(
        'in.manager',
        `/aps/gs/progress/bar?formInstanceId=${india.formInstanceId}`,
      )
    const before = (await bar()).body.data
    expect([before?.done, before?.total, before?.percent]).toEqual([0, 4, 0])
    expect(before?.steps.map(({ state }) => state)).toEqual(['current', 'future', 'future', 'future'])
    await world.decide('in.manager', 'approve', india.formInstanceId)
    const after = (await bar()).body.data
    expect([after?.done, after?.percent]).toEqual([1, 25])
  })
})

describe('temporary variables of an approval', () => {
  const path = '/aps/bpm/instance/temp/var/update'
  const keep = (account: string, variables: object) =>
    call<{ variables: object }>(account, path, { formInstanceId: india.formInstanceId, variables })

  it('temporary variables of an approval belong to one person, are merged, and are removed by null', async () => {
    await keep('in.regfinance', { opinion: 'Looks fine so far' })
    expect((await keep('in.regfinance', { chosen: { hq: ['hq.budget'] } })).body.data?.variables).toEqual({
      opinion: 'Looks fine so far',
      chosen: { hq: ['hq.budget'] },
    })
    expect((await keep('in.rsd', {})).body.data?.variables).toEqual({})
    expect((await keep('in.regfinance', { opinion: null, chosen: null })).body.data?.variables).toEqual({})
  })

  it('temporary variables of an approval cannot replace variables of its route', async () => {
    const [instance] = await world.query<{ variables: object }>(
      'select variables from approval_instance where document_id = $1',
      [india.id],
    )
    const [name] = Object.keys(instance!.variables)
    const refused = await keep('in.regfinance', { [name!]: 1 })
    expect([refused.status, refused.body.error?.key, refused.body.error?.params]).toEqual([
      400,
      'approval.variableComputed',
      { name },
    ])
    expect((await keep('in.regfinance', { whatever: 1 })).body.error?.key).toBe('approval.notKept')
  })
})

describe('an Indonesian account', () => {
  it('an Indonesian account gets the answer of an unknown approval from every call about an Indian one', async () => {
    const others = demoAccounts.map(({ account }) => account).filter((account) => account.startsWith('id.'))
    const looked = () => world.query('select * from approval_read_receipt')
    const before = await looked()
    for (const account of others) {
      for (const [path, more] of [
        ['/aps/bpm/look', {}],
        ['/aps/bpm/form/head/query', {}],
        ['/aps/bpm/instance/temp/var/update', { variables: { opinion: 'Mine' } }],
      ] as const) {
        const ask = (formInstanceId: string) => call(account, path, { ...more, formInstanceId })
        const [one, other] = [await ask(india.formInstanceId), await ask('987654321-1')]
        expect([account, path, one.status]).toEqual([account, path, 404])
        expect({ ...one.body, requestId: '' }).toEqual({ ...other.body, requestId: '' })
      }
      for (const path of [
        '/aps/gs/progress/bar',
        '/aps/bpm/address/query/page',
        '/aps/bpm/address/query/list/latest',
      ]) {
        expect([403, 404]).toContain((await call(account, `${path}?formInstanceId=${india.formInstanceId}`)).status)
      }
    }
    expect(await looked()).toEqual(before)
  })
})

describe('the people one may pick', () => {
  const page = async (account: string, query: string) =>
    (await call<People>(account, `/aps/bpm/address/query/page?limit=200&${query}`)).body.data!
  const accounts = (people: People) => people.records.map(({ account }) => account)

  it('people offered for a task are active, may take part and see the document, and have no part in it yet', async () => {
    const found = accounts(await page('in.regfinance', `formInstanceId=${india.formInstanceId}&verb=transfer`))
    expect(found).toEqual(expect.arrayContaining(['in.rsd', 'hq.budget', 'in.tl']))
    for (const nobody of ['in.channel', 'in.manager', 'in.regfinance', 'id.manager', 'hq.it', 'hq.auditor', 'nomenu'])
      expect([nobody, found.includes(nobody)]).toEqual([nobody, false])
    await world.query(`update app_user set status = 'disabled' where account = 'in.tl'`)
    expect(accounts(await page('in.regfinance', `formInstanceId=${india.formInstanceId}`))).not.toContain('in.tl')
    await world.query(`update app_user set status = 'active' where account = 'in.tl'`)
  })

  it('people are found by account, name, job title and organisation, and wildcards match only themselves', async () => {
    expect(accounts(await page('in.manager', 'keyword=in.rsd'))).toEqual(['in.rsd'])
    expect(accounts(await page('in.manager', `keyword=${encodeURIComponent('总部预算')}`))).toEqual(['hq.budget'])
    expect(accounts(await page('in.manager', 'keyword=Indonesia'))).toContain('id.manager')
    expect(accounts(await page('in.manager', 'keyword=%25'))).toEqual([])
    const below = await page('in.manager', 'organisation=ID')
    expect(accounts(below).every((account) => account.startsWith('id.'))).toBe(true)
    expect(below.recordTotal).toBe(below.records.length)
    const units = await call<readonly { code: string; people: number }[]>(
      'in.manager',
      '/aps/bpm/address/query/organisations',
    )
    expect(units.body.data?.map(({ code }) => code)).toEqual(expect.arrayContaining(['HQ', 'IN', 'ID']))
  })

  it('people who may not decide themselves are not offered as substitutes', async () => {
    const substitutes = accounts(await page('in.manager', 'verb=substitute'))
    expect(substitutes).toEqual(expect.arrayContaining(['in.rsd', 'hq.budget']))
    for (const nobody of ['hq.auditor', 'in.sales', 'hq.it']) expect(substitutes).not.toContain(nobody)
  })

  it('people chosen most recently come first, and can be listed alone', async () => {
    const [me] = await world.query<{ id: number }>(`select id from app_user where account = 'in.rsd'`)
    const [them] = await world.query<{ id: number }>(`select id from app_user where account = 'in.tl'`)
    await world.query(
      `insert into approval_act (document_id, round, actor_id, act, content_hash, at, detail)
       values ($1, 1, $2, 'circulate', 'x', product_now(), jsonb_build_object('people', jsonb_build_array(jsonb_build_object('id', $3::int, 'account', 'in.tl', 'name', '{"zh": "TL", "en": "TL"}'::jsonb))))`,
      [india.id, me!.id, them!.id],
    )
    expect(accounts(await page('in.rsd', ''))[0]).toBe('in.tl')
    const latest = await call<Person[]>('in.rsd', '/aps/bpm/address/query/list/latest')
    expect(latest.body.data?.map(({ account }) => account)).toEqual(['in.tl'])
    expect((await call<Person[]>('in.manager', '/aps/bpm/address/query/list/latest')).body.data).toEqual([])
  })
})

describe('the headers of a chat link', () => {
  it('headers of a chat link are no credentials: a valid ticket signs nobody in and is not used up', async () => {
    const body = { formInstanceId: india.formInstanceId }
    const path = '/aps/budget/country/detail'
    const plain = await call<{ contentHash: string }>('in.manager', path, body)
    expect(plain.status).toBe(200)
    const made = await call<{ url: string }>('in.channel', '/api/v1/admin/permission/link', { url: '/index' })
    const ticket = new URL(made.body.data!.url, 'http://x').searchParams.get('token')!
    for (const ttToken of ['nonsense', ticket]) {
      const headers = { tttoken: ttToken, ttcontrol: '1' }
      const withIt = await call<{ contentHash: string }>('in.manager', path, body, headers)
      expect([withIt.status, withIt.body.data]).toEqual([200, plain.body.data])
      const foreign = await call('id.manager', path, body, headers)
      expect(foreign.status).toBe(404)
      const nobody = await server.app.inject({ method: 'POST', url: path, payload: body, headers })
      expect(nobody.statusCode).toBe(401)
    }
    expect(await world.query('select 1 from ticket where used_at is not null')).toEqual([])
  })
})

describe('a person who lost the right to read a document type', () => {
  it('a person who lost the right to read a document type cannot read its documents through their former tasks', async () => {
    const head = () =>
      call('in.manager', '/aps/bpm/form/head/query', { formInstanceId: india.formInstanceId }).then(
        ({ status }) => status,
      )
    const done = async () => {
      const answer = await call<{ records: { amount: string | null; mayOpen: boolean; facts: unknown[] }[] }>(
        'in.manager',
        '/aps/task/queryPage?box=done',
      )
      return answer.body.data?.records.map(({ amount, mayOpen, facts }) => [amount, mayOpen, facts.length > 0])
    }
    const notices = async () => {
      const answer = await call<{ records: { amount: string | null }[] }>('in.manager', '/aps/notification/latest')
      return answer.body.data?.records.every(({ amount }) => amount === null)
    }
    expect([await head(), await done()]).toEqual([200, [['123.50', true, true]]])
    await world.query(
      `delete from role_right where right_code = 'budget.country.view'
         and role_code in (select r.role_code from user_role r join app_user u on u.id = r.user_id where u.account = 'in.manager')`,
    )
    expect([await head(), await done(), await notices()]).toEqual([404, [[null, false, false]], true])
  })
})
