import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Acted, tasksOf } from '#test/helpers/company/actor.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Two administrators' changes of an account, each after a fresh sign-in.

interface Detail {
  readonly record: {
    readonly id: string
    readonly version: number
    readonly state: string
    readonly values: Record<string, unknown>
  }
}

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const idOf = async (account: string): Promise<string> =>
  (await server.query<{ id: string }>('select id::text from app_user where account = $1', [account]))[0]?.id ?? ''
const detail = async (account: string, by = 'hq.it') =>
  (await server.call<Detail>(by, '/aps/user/detail', { id: await idOf(account) })).data.record

/** Notifications to a person about their own account, with their text. */
const told = (account: string) =>
  server.query<{ kind: string; words: string }>(
    `select n ->> 'kind' as kind, o.payload ->> 'opinion' as words
     from outbox o cross join jsonb_array_elements(o.payload -> 'notices') n join app_user u on n -> 'to' = jsonb_build_array(u.id)
     where o.payload ->> 'documentType' = 'ownAccount' and u.account = $1 order by o.id`,
    [account],
  )

const CHANGE = '/aps/record/change'
describe('a change of an account by approval', () => {
  const ask = async (by: string, account: string, lines: Readonly<Record<string, string>>) => {
    const [place] = await server.query<{ code: string }>(
      'select o.code from app_user u join organisation o on o.id = u.scope_id where u.account = $1',
      [account],
    )
    return server.call<Acted>(by, `${CHANGE}/submit`, {
      changeKind: 'change',
      recordKind: 'user',
      recordKey: account,
      organisationCode: place?.code,
      reason: 'As he asked for by letter',
      lines: Object.entries(lines).map(([field, value]) => ({ field, value })),
    })
  }
  const tasks = ({ data }: { readonly data: Acted }) =>
    tasksOf((...asked) => server.query(...asked), data.formInstanceId, ['open'])
  const holders = async (asked: { readonly data: Acted }) =>
    (await tasks(asked)).map(({ account }) => account).toSorted()
  const signedInLongAgo = (account: string, minutes = 11) =>
    server.query(
      `update session set auth_at = product_now() - make_interval(mins => $2) where user_id = (select id from app_user where account = $1)`,
      [account, minutes],
    )

  it('a change of an account is approved by another administrator, wherever it is requested, and never by the person it is about', async () => {
    const one = await ask('hq.it', 'hq.finance', { email: 'finance.new@example.test' })
    expect([one.error, one.data.state, await holders(one)]).toEqual([undefined, 'underApproval', ['hq.it2']])
    // A change of the other administrator is left to the super administrator.
    const other = await ask('hq.it', 'hq.it2', { email: 'it2.new@example.test' })
    expect(await holders(other)).toEqual(['admin'])
    expect(await holders(await ask('admin', 'in.rsd', { email: 'rsd.new@example.test' }))).toEqual(['hq.it', 'hq.it2'])
  })

  it('a change of an account needs a fresh sign-in of its requester and approver; a batch needs one before its first item', async () => {
    for (const account of ['hq.it', 'hq.it2']) await server.get(account, '/api/v1/admin/user/current')
    await signedInLongAgo('hq.it')
    const stale = await ask('hq.it', 'in.manager', { email: 'manager.new@example.test' })
    expect([stale.status, stale.error?.key]).toEqual([403, 'access.stepUp'])
    const { id, version, values } = await detail('in.manager')
    for (const [path, body] of [
      ['/aps/user/update', { id, version, values: { ...values, jobTitle: 'x' } }],
      ['/aps/user/disable', { id, version }],
      ['/aps/user/create', { values: { ...values, account: 'in.never' } }],
    ] as const)
      expect([path, (await server.call('hq.it', path, body)).error?.key]).toEqual([path, 'access.stepUp'])
    const [run] = await server.query<{ id: string }>(
      `with task as (
         insert into download_task (user_id, name, type, request, request_hash, created_at, updated_at)
         select id, 'accounts', 1, '{}', '', product_now(), product_now() from app_user where account = 'hq.it' returning id, user_id)
       insert into import_run (task_id, user_id, kind, params, language, file_key, file_name, file_size, file_sha256, state, phase_at, request_id, created_at, updated_at)
       select id, user_id, 'user', '{}', 'en', '', 'accounts.xlsx', 1, '', 'checked', product_now(), 'test', product_now(), product_now() from task
       returning id::text`,
    )
    for (const verb of ['run', 'undo']) {
      const asked = await server.call('hq.it', `/aps/import/${verb}`, { importId: run?.id, version: 0, mode: 'all' })
      expect([verb, asked.error?.key]).toEqual([verb, 'access.stepUp'])
    }
    await signedInLongAgo('hq.it', 0)

    const asked = []
    for (const account of ['in.manager', 'in.rsm', 'id.rsm'])
      asked.push(await ask('hq.it', account, { email: `${account}.new@example.test` }))
    const items = (await Promise.all(asked.map(tasks)))
      .flat()
      .map(({ taskId, formInstanceId, contentHash }) => ({ taskId, formInstanceId, contentHash, opinion: 'Agreed' }))
    expect(items).toHaveLength(3)
    await signedInLongAgo('hq.it2')
    const batch = () =>
      server.call<{ isDone: boolean }[]>('hq.it2', '/aps/bpm/task/batch', { decision: 'approve', items })
    const single = await server.call('hq.it2', `${CHANGE}/approve`, { ...items[0] })
    expect([single.error?.key, (await batch()).error?.key]).toEqual(['access.stepUp', 'access.stepUp'])
    expect(await Promise.all(asked.map(holders))).toEqual([['hq.it2'], ['hq.it2'], ['hq.it2']])
    // A dry run asks for no approval.
    const rehearsed = await server.call<{ items: { problem: unknown }[] }>('hq.it2', '/aps/bpm/task/dryRun', {
      decision: 'approve',
      items: items.map(({ taskId, formInstanceId, contentHash }) => ({ taskId, formInstanceId, contentHash })),
    })
    expect(rehearsed.data.items.map(({ problem }) => problem)).toEqual([null, null, null])
    await signedInLongAgo('hq.it2', 0)
    expect((await batch()).data.map(({ isDone }) => isDone)).toEqual([true, true, true])
    expect((await detail('id.rsm')).values['email']).toBe('id.rsm.new@example.test')
    expect((await told('id.rsm')).at(-1)).toEqual({ kind: 'accountChanged', words: 'Mail address' })
  })
})
