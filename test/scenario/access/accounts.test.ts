import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { resignationWork } from '#areas/account/leaving/resignation.work.ts'
import { demoDatabase, demoServer, type DemoServer } from '#test/helpers/servers/demo-server.ts'

interface Detail {
  readonly record: {
    readonly id: string
    readonly version: number
    readonly state: string
    readonly values: Record<string, unknown>
  }
}

let databaseUrl: string
let server: DemoServer

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
})
afterAll(() => server.close())

const idOf = async (account: string): Promise<string> =>
  (await server.query<{ id: string }>('select id::text from app_user where account = $1', [account]))[0]?.id ?? ''
const detail = async (account: string, by = 'hq.it') =>
  (await server.call<Detail>(by, '/aps/user/detail', { id: await idOf(account) })).data.record
const act = async (by: string, verb: string, account: string) => {
  const { id, version } = await detail(account, 'admin')
  return server.call(by, `/aps/user/${verb}`, { id, version })
}
/** Notifications to a person about their own account, with their text. */
const told = (account: string) =>
  server.query<{ kind: string; words: string }>(
    `select n ->> 'kind' as kind, o.payload ->> 'opinion' as words
     from outbox o cross join jsonb_array_elements(o.payload -> 'notices') n join app_user u on n -> 'to' = jsonb_build_array(u.id)
     where o.payload ->> 'documentType' = 'ownAccount' and u.account = $1 order by o.id`,
    [account],
  )

describe('an account', () => {
  it('a new account starts inactive, is approved by a second person, and can sign in only after it is activated', async () => {
    const values = {
      account: 'in.fresh',
      nameZh: '新员工',
      nameEn: 'Fresh',
      kind: 'app',
      jobTitle: 'Promoter',
      organisationCode: 'IN-IN',
      email: 'in.fresh@example.test',
    }
    const made = await server.call<Detail>('hq.it', '/aps/user/create', { values })
    expect([made.status, made.data.record.state]).toEqual([200, 'draft'])
    const [row] = await server.query<{ status: string }>(`select status from app_user where account = 'in.fresh'`)
    expect(row?.status).toBe('disabled')
    const alone = await act('hq.it', 'enable', 'in.fresh')
    expect([alone.status, alone.error?.key]).toEqual([409, 'record.byApproval'])
    // Written as the approval of a change writes it.
    await server.query(`update app_user set state = 'approved', version = version + 1 where account = 'in.fresh'`)
    expect((await act('hq.it', 'enable', 'in.fresh')).status).toBe(200)
    const [now] = await server.query<{ status: string }>(`select status from app_user where account = 'in.fresh'`)
    expect(now?.status).toBe('active')
    // The owner of the account is told; its creator did not change it.
    expect(await told('in.fresh')).toEqual([{ kind: 'accountChanged', words: 'Activated' }])
  })

  it('an account cannot be created with the mail address of another account', async () => {
    const values = {
      account: 'in.twin',
      nameZh: '双',
      nameEn: 'Twin',
      kind: 'pc',
      jobTitle: 'Twin',
      organisationCode: 'IN-IN',
      email: 'in.rsm@example.test',
    }
    const made = await server.call('hq.it', '/aps/user/create', { values })
    expect([made.status, made.error?.field]).toEqual([409, 'email'])
  })

  it('administrators cannot change their own accounts, nor disable another administrator alone', async () => {
    const own = await act('hq.it', 'disable', 'hq.it')
    expect([own.status, own.error?.key]).toEqual([403, 'account.own'])
    const other = await act('hq.it', 'disable', 'hq.it2')
    expect([other.status, other.error?.key]).toEqual([403, 'account.administrator'])
  })

  it('the mail address, superior and successor of an account change by approval only', async () => {
    const { id, version, values } = await detail('in.rsm')
    const answer = await server.call('hq.it', '/aps/user/update', {
      id,
      version,
      values: { ...values, email: 'elsewhere@example.test', superiorAccount: 'in.manager' },
    })
    expect([answer.status, answer.error?.key]).toEqual([409, 'record.guarded'])
    expect(await told('in.rsm')).toEqual([])
  })

  it('the holder of an account is told in their language which of its fields somebody else changed', async () => {
    await server.query(`update app_user set language = 'zh' where account = 'in.rsm'`)
    const { id, version, values } = await detail('in.rsm')
    const changed = { id, version, values: { ...values, jobTitle: 'Senior RSM', kind: 'app' } }
    expect((await server.call('hq.it', '/aps/user/update', changed)).status).toBe(200)
    expect(await told('in.rsm')).toEqual([{ kind: 'accountChanged', words: '使用端、职位' }])
    expect(await told('hq.it')).toEqual([])
    await server.query(`update app_user set language = 'en', kind = 'pc' where account = 'in.rsm'`)
  })

  it('disabling an account ends all its sessions, and it is enabled again only without roles', async () => {
    expect((await server.get('in.tl', '/api/v1/admin/user/current')).status).toBe(200)
    expect((await act('hq.it', 'disable', 'in.tl')).status).toBe(200)
    expect((await server.get('in.tl', '/api/v1/admin/user/current')).status).toBe(401)
    const back = await act('hq.it', 'enable', 'in.tl')
    expect([back.status, back.error?.key]).toEqual([400, 'account.hasRoles'])
  })
})

describe('a resignation', () => {
  it('a resignation disables the account on its day and hands open work to the successor', async () => {
    const pool = createPool({ databaseUrl, max: 2, name: 'resignation' })
    const [task] = await server.query<{ account: string; id: string; successor: string }>(
      `select u.account, min(t.id)::text as id from approval_task t join app_user u on u.id = t.user_id
       where t.state = 'open' and u.account = 'in.regfinance' group by 1`,
    )
    if (!task) throw new Error('the demonstration has no open task in India')
    await server.query(
      `update app_user set resigned_on = product_now()::date + 2, successor_id = (select id from app_user where account = 'in.rsd'),
         updated_by = (select id from app_user where account = 'hq.it2') where account = $1`,
      [task.account],
    )
    // Besides tasks, the leaver has a draft, a view that others use, one that nobody uses, a delegation.
    const [draft] = await server.query<{ id: string }>(
      `update country_budget set drafter_id = (select id from app_user where account = $1) where id = (select min(id) from country_budget where state = 'draft')
       returning id::text`,
      [task.account],
    )
    await server.query(
      `insert into saved_view (owner_id, list, name, is_shared, content)
       select id, 'store', n, n = 'shared', '{}' from app_user, unnest(array['shared', 'own']) n where account = $1`,
      [task.account],
    )
    await server.query(
      `insert into approval_substitute (principal_id, substitute_id, starts_at, ends_at, created_by)
       select a.id, b.id, product_now(), product_now() + interval '9 days', a.id from app_user a, app_user b where a.account = $1 and b.account = 'in.channel'`,
      [task.account],
    )
    // More drafts than go at once, a view with a name that the successor also has, and an earlier leaver whose successor this person was.
    await server.query(
      `insert into country_budget select (jsonb_populate_record(d, jsonb_build_object('id', nextval('document_id'), 'no', 'T' || n))).*
       from country_budget d, generate_series(1, 500) n where d.id = $1`,
      [draft?.id],
    )
    await server.query(
      `insert into saved_view (owner_id, list, name, is_shared, content) select id, 'store', 'Shared', false, '{}' from app_user where account = 'in.rsd'`,
    )
    await server.query(
      `insert into approval_substitute (principal_id, substitute_id, starts_at, ends_at, created_by)
       select a.id, b.id, product_now(), product_now() + interval '50 years', a.id from app_user a, app_user b where a.account = 'hq.auditor' and b.account = $1`,
      [task.account],
    )
    const said = await server.call('hq.it', '/aps/user/leaving', { id: await idOf(task.account) })
    expect(said.data).toMatchObject({ views: 1, delegations: 2, successorAccount: 'in.rsd' })
    expect((said.data as { drafts: number }).drafts).toBeGreaterThan(0)
    let day = 0
    const services = () => workServices(pool, () => new Date(productNow().getTime() + day * 86_400_000))
    await resignationWork.run(services(), new AbortController().signal)
    expect((await detail(task.account)).state).toBe('enabled')
    day = 3
    await resignationWork.run(services(), new AbortController().signal)
    expect((await detail(task.account)).state).toBe('disabled')
    const substitutes = await server.query<{ substitute: string }>(
      `select g.account as substitute from approval_substitute a join app_user g on g.id = a.substitute_id
       join app_user p on p.id = a.principal_id where p.account = $1 and a.revoked_at is null`,
      [task.account],
    )
    expect(substitutes).toEqual([{ substitute: 'in.rsd' }])
    const passedOn = await server.query(
      `select g.account from approval_substitute a join app_user g on g.id = a.substitute_id
       join app_user p on p.id = a.principal_id where p.account = 'hq.auditor' and a.revoked_at is null`,
    )
    expect(passedOn).toEqual([{ account: 'in.rsd' }])
    const [left] = await server.query<{ count: number }>(
      `select count(*)::int from country_budget d join app_user u on u.id = d.drafter_id where u.account = $1 and d.state = 'draft'`,
      [task.account],
    )
    expect(left?.count).toBe(0)
    const [after] = await server.query<{ account: string; act: string }>(
      `select u.account, (select (array_agg(e.action order by e.id desc))[1] from audit_entry e where e.document_type = 'countryBudget' and e.document_id = d.id) as act
       from country_budget d join app_user u on u.id = d.drafter_id where d.id = $1`,
      [draft?.id],
    )
    expect(after).toEqual({ account: 'in.rsd', act: 'handOver' })
    const views = await server.query(
      `select u.account, v.name from saved_view v join app_user u on u.id = v.owner_id where v.name ~* '^(shared|own)' and v.list = 'store' order by v.id`,
    )
    expect(views).toEqual([
      { account: 'in.rsd', name: `shared · ${task.account}` },
      { account: 'in.rsd', name: 'Shared' },
    ])
    const acts = await server.query<{ action: string; actor: string }>(
      `select e.action, u.account as actor from audit_entry e join app_user u on u.id = e.actor_id
       where e.document_type = 'user' and e.document_id = $1 order by e.id`,
      [await idOf(task.account)],
    )
    expect(acts.slice(-1)).toEqual([{ action: 'disable', actor: 'hq.it2' }])
    const [kept] = await server.query<{ by: string; detail: object }>(
      `select u.account as by, e.detail from audit_entry e join app_user u on u.id = e.actor_id where e.action = 'resignation' and e.subject = $1`,
      [task.account],
    )
    expect(kept).toEqual({ by: 'hq.it2', detail: { successor: 'in.rsd', views: 1, delegations: 2 } })
    // A second look finds nothing left to do.
    await resignationWork.run(services(), new AbortController().signal)
    await pool.end()
  })

  it('a resignation that fails does not stop the other resignations of the day', async () => {
    const pool = createPool({ databaseUrl, max: 2, name: 'resignations' })
    const both = ['nomenu', 'in.channel']
    await server.query('update app_user set resigned_on = product_now()::date - 1 where account = any ($1)', [both])
    const stays = async () =>
      (
        await server.query<{ account: string }>(
          `select account from app_user where account = any ($1) and status = 'active'`,
          [both],
        )
      ).map(({ account }) => account)
    for (const stuck of both) {
      await server.query(
        `update app_user set handed_over_at = null, state = 'enabled', status = 'active' where account = any ($1)`,
        [both],
      )
      await server.query(
        `alter table app_user add constraint stuck check (account <> '${stuck}' or status = 'active') not valid`,
      )
      const work = resignationWork.run(workServices(pool, productNow), new AbortController().signal)
      await expect(work).rejects.toThrow('stuck')
      expect(await stays()).toEqual([stuck])
      await server.query('alter table app_user drop constraint stuck')
    }
    await pool.end()
  })
})

describe('looking as another person', () => {
  /** Devices, files, imports, settings and requests of a person are hidden, and so is the text of their notifications. */
  async function showsNothingPersonal(session: { readonly token: string; readonly csrfToken: string }) {
    await server.query(
      `insert into notification (user_id, kind, document_type, document_id, round, no, opinion, at)
       select id, 'accountChanged', 'ownAccount', id, 1, '', 'Between us', product_now() from app_user where account = 'in.rsm'`,
    )
    const own = await server.call<{ records: { opinion: string | null }[] }>(
      'in.rsm',
      '/aps/notification/queryPage',
      {},
    )
    expect(own.data.records[0]?.opinion).toBe('Between us')
    const seen = await server.callIn<{ records: object[] }>(session, '/aps/notification/queryPage', {})
    expect([seen.data.records.length > 0, JSON.stringify(seen.data).includes('Between us')]).toEqual([true, false])
    const personal = server.routes.filter((route) => route.personal)
    expect(personal.map(({ path }) => path).toSorted()).toEqual([
      '/api/v1/account/session/mine',
      '/aps/download-center/queryPage',
      '/aps/import/detail',
      '/aps/import/parts',
      '/aps/import/queryPage',
      '/aps/import/rows',
      '/aps/notification/setting',
      '/aps/permission/request/mine',
      '/aps/setting/draft/waiting',
    ])
    for (const { method, path } of personal) {
      const body = path.endsWith('detail') || path.endsWith('rows') || path.endsWith('parts') ? { importId: '1' } : {}
      const refused = await server.callIn(session, path, method === 'GET' ? null : body)
      expect([path, refused.error?.key]).toEqual([path, 'access.viewPersonal'])
    }
  }

  it('a view as another person reads and never writes, is refused for persons with more rights, and names both in the audit', async () => {
    const begun = await server.call<{ token: string; csrfToken: string }>('hq.it', '/api/v1/admin/view-as', {
      account: 'in.rsm',
      reason: 'He sees no budget',
    })
    expect(begun.status).toBe(200)
    await showsNothingPersonal(begun.data)
    for (const account of ['admin', 'hq.it']) {
      const refused = await server.call('hq.it', '/api/v1/admin/view-as', { account, reason: 'x' })
      expect([refused.status, refused.error?.key]).toEqual([403, 'access.viewNotOf'])
    }
    const none = await server.call('in.rsm', '/api/v1/admin/view-as', { account: 'in.manager', reason: 'x' })
    expect(none.status).toBe(403)
    const [entry] = await server.query<{ by: string; account: string }>(
      `select u.account as by, e.detail ->> 'account' as account from audit_entry e join app_user u on u.id = e.actor_id
       where e.document_type = 'viewAs'`,
    )
    expect(entry).toEqual({ by: 'hq.it', account: 'in.rsm' })
    expect((await told('in.rsm')).at(-1)).toEqual({ kind: 'viewedAs', words: 'He sees no budget' })
  })
})

describe('sessions', () => {
  it('an administrator lists and ends the sessions of their own organisations', async () => {
    await server.get('in.rsm', '/api/v1/admin/user/current')
    const page = await server.call<{ records: { id: string; userAccount: string }[]; recordTotal: number }>(
      'hq.it',
      '/api/v1/account/session/page',
      { keyword: 'in.rsm' },
    )
    const session = page.data.records.find(({ userAccount }) => userAccount === 'in.rsm')
    expect(session).toBeDefined()
    expect((await server.call('hq.auditor', '/api/v1/account/session/end', { ids: [session?.id] })).status).toBe(403)
    const ids = page.data.records.filter(({ userAccount }) => userAccount === 'in.rsm').map(({ id }) => id)
    expect((await server.call('hq.it', '/api/v1/account/session/end', { ids })).status).toBe(200)
    expect((await told('in.rsm')).at(-1)?.kind).toBe('sessionsEnded')
    expect((await server.get('in.rsm', '/api/v1/admin/user/current')).status).toBe(401)
  })

  it("people list and end their own sessions and nobody else's", async () => {
    const own = await server.get<{ id: string; isCurrent: boolean }[]>('in.manager', '/api/v1/account/session/mine')
    expect(own.data.map(({ isCurrent }) => isCurrent)).toEqual([true])
    const foreign = await server.get<{ id: string }[]>('hq.finance', '/api/v1/account/session/mine')
    const answer = await server.call('in.manager', '/api/v1/account/session/mine/end', { id: foreign.data[0]?.id })
    expect(answer.status).toBe(404)
  })
})
