import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { AccessContent, RoleContent } from '#areas/permission/permission-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import {
  at,
  errorOf,
  grant,
  holdRole,
  holds,
  people,
  permissionWorld,
  REGION_ADMIN,
} from '#test/helpers/permission-world.ts'
import type { DemoSession } from '#test/helpers/servers/requests.ts'

// Every attempt to gain more: more rights, another person's view, or doing alone what takes two people.

let server: DemoServer
/** Administers India, and nothing else. */
const REGION = 'in.access'

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  for (const account of [REGION, 'in.access2']) await people(server).addAdministrator(account, 'IN')
})
afterAll(() => server?.close())

const { save, publish, discard, inForce, change, detail } = permissionWorld(() => server)
const { add, give, take } = people({ query: (text, values) => server.query(text, values) })

describe('a publication by two people', () => {
  it('a drafter cannot publish a setting alone by taking over, saving again or restoring a draft', async () => {
    const role: RoleContent = { nameZh: '绕行', nameEn: 'Detour', rights: ['budget.country.view'] }
    await save('role', 'detour', role)
    expect(errorOf(await publish('role', 'detour', 'hq.it'))).toBe('twoPeople.secondPerson')
    await save('role', 'detour', role, 'hq.it2')
    expect(errorOf(await publish('role', 'detour', 'hq.it'))).toBe('twoPeople.tookPart')
    expect(errorOf(await publish('role', 'detour', 'hq.it2'))).toBe('twoPeople.secondPerson')
    await discard('role', 'detour')

    await change('role', 'detour', role)
    await change('role', 'detour', { ...role, rights: [] })
    const back = await server.call('hq.it2', at('role', 'draft/restore'), {
      key: 'detour',
      draftVersion: 0,
      version: 1,
    })
    expect(back.status).toBe(200)
    expect(errorOf(await publish('role', 'detour', 'hq.it2'))).toBe('twoPeople.secondPerson')
    expect((await publish('role', 'detour', 'hq.it')).status).toBe(200)
  })

  it('a draft of an account that was disabled or lost its right since cannot be published', async () => {
    const role: RoleContent = { nameZh: '空壳', nameEn: 'Shell', rights: [] }
    await save('role', 'shell', role, 'admin')
    const status = (to: string) => server.query(`update app_user set status = $1 where account = 'admin'`, [to])
    await status('disabled')
    expect(errorOf(await publish('role', 'shell'))).toBe('twoPeople.drafterMayNot')
    await status('active')
    await discard('role', 'shell')

    await give('hq.finance', 'accessAdmin', 'HQ')
    await save('role', 'shell', role, 'hq.finance')
    await take('hq.finance', 'accessAdmin')
    expect(errorOf(await publish('role', 'shell'))).toBe('twoPeople.drafterMayNot')
    await discard('role', 'shell')
  })

  it('a person cannot publish a role for themselves by drafting it before they hold it', async () => {
    const role: RoleContent = { nameZh: '先拟', nameEn: 'Before', rights: ['budget.country.view'] }
    await change('role', 'before', role)
    await save('role', 'before', { ...role, rights: [...role.rights, 'budget.country.export'] })
    await give('hq.it', 'before', 'HQ')
    expect(errorOf(await publish('role', 'before'))).toBe('permission.ownRole')
    await take('hq.it', 'before')

    // Nor as one of several who wrote it.
    await save('role', 'before', { ...role, rights: [...role.rights, 'approval.task.view'] }, 'admin')
    await give('hq.it', 'before', 'HQ')
    expect(errorOf(await publish('role', 'before'))).toBe('permission.ownRole')
    await take('hq.it', 'before')
    expect((await publish('role', 'before')).status).toBe(200)
  })

  it('a draft is not published when its drafter may no longer grant its content', async () => {
    const { grants } = await inForce<AccessContent>('access', 'in.channel')
    await save('access', 'in.channel', holds(...grants, grant('auditor', 'IN')), REGION)
    await server.query(
      `update user_role set organisation_id = (select id from organisation where code = 'ID')
       where role_code = 'regionAdmin' and user_id = (select id from app_user where account = $1)`,
      [REGION],
    )
    expect(errorOf(await publish('access', 'in.channel'))).toBe('permission.elsewhereToo')
    await take(REGION, REGION_ADMIN)
    await give(REGION, REGION_ADMIN, 'IN')
    await discard('access', 'in.channel')
  })

  it('every publication and view as another person needs a fresh sign-in', async () => {
    await server.query('update session set auth_at = $1', [new Date(productNow().getTime() - 3_600_000)])
    const paths = server.routes.filter(({ path }) => path.endsWith('/publish')).map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(6)
    for (const path of [...paths, '/api/v1/admin/view-as'])
      expect([path, errorOf(await server.call('admin', path))]).toEqual([path, 'access.stepUp'])
    await server.query('update session set auth_at = product_now()')
  })
})

describe('a request for access', () => {
  it('a request for access cannot be drafted, declined or published by its requester', async () => {
    await add('hq.asker', 'HQ')
    await give('hq.asker', 'accessAdmin', 'HQ')
    const ask = { kind: 'right', target: 'budget.country.view', reason: 'To see' }
    const { data } = await server.call<{ id: string }>('hq.asker', '/aps/permission/request/ask', ask)
    const drafted = { id: data.id, role: 'auditor', kind: 'organisation', code: 'HQ' }
    expect(errorOf(await server.call('hq.asker', '/aps/permission/request/draft', drafted))).toBe(
      'permission.ownAccess',
    )
    const declined = { id: data.id, answer: 'No' }
    expect(errorOf(await server.call('hq.asker', '/aps/permission/request/decline', declined))).toBe(
      'permission.ownAccess',
    )
    expect((await server.call('hq.it', '/aps/permission/request/draft', drafted)).status).toBe(200)
    expect(errorOf(await publish('access', 'hq.asker', 'hq.asker'))).toBe('permission.ownAccess')
    expect(errorOf(await publish('access', 'hq.asker', 'hq.it'))).toBe('twoPeople.secondPerson')
    await discard('access', 'hq.asker')
  })
})

describe('an account', () => {
  it('an account cannot be changed by its own holder, by form or by document', async () => {
    await give('hq.asker', 'itAdmin', 'HQ')
    const [own] = await server.query<{ id: string; version: number }>(
      `select id::text, version from app_user where account = 'hq.asker'`,
    )
    const { data } = await server.call<{ record: { values: Record<string, unknown> } }>(
      'hq.asker',
      '/aps/user/detail',
      {
        id: own!.id,
      },
    )
    const { values } = data.record
    const form = { ...own, values: { ...values, jobTitle: 'Chief' } }
    expect(errorOf(await server.call('hq.asker', '/aps/user/update', form))).toBe('account.own')

    await holdRole(server, 'in.channel', 'editsAccounts', 'IN', ['account.user.view', 'account.user.edit'])
    await server.query(
      `update app_user u set organisation_id = o.id, scope_id = o.id from organisation o where u.account = 'in.channel' and o.code = 'IN-IN'`,
    )
    const asked = await server.call('in.channel', '/aps/record/change/submit', {
      changeKind: 'change',
      recordKind: 'user',
      recordKey: 'in.channel',
      organisationCode: 'IN-IN',
      reason: 'Another superior',
      lines: [{ field: 'superiorAccount', value: 'in.rsd' }],
    })
    expect(errorOf(asked)).toBe('account.own')
    await take('in.channel', 'editsAccounts')
    await take('hq.asker', 'itAdmin')
  })
})

describe('a view as another person', () => {
  const look = (by: string, account: string) =>
    server.call<DemoSession>(by, '/api/v1/admin/view-as', { account, reason: 'It was asked for' })

  it('a view as another person cannot write, export, switch further or publish', async () => {
    const { data: session } = await look('hq.it', 'hq.finance')
    expect((await server.callIn(session, '/aps/store/queryPage', {})).status).not.toBe(401)
    for (const { path, mode, method, params, right, inView } of server.routes) {
      if (method === 'GET' || params || (typeof right === 'object' && 'public' in right)) continue
      if (mode === 'read' || mode === 'stream' || inView) continue
      expect([path, errorOf(await server.callIn(session, path, {}))]).toEqual([path, 'access.viewReadOnly'])
    }
    const files = server.routes.filter(
      ({ mode, right }) => mode === 'file' && !(typeof right === 'object' && 'public' in right),
    )
    for (const { path } of files.filter(({ method }) => method === 'GET'))
      expect([path, errorOf(await server.callIn(session, path.replaceAll(/:\w+/g, 'x'), null))]).toEqual([
        path,
        'access.viewReadOnly',
      ])
  })

  it('a view as another person is refused for somebody who sees more places or other customers', async () => {
    expect(errorOf(await look(REGION, 'id.rsm'))).toBe('access.noSuchPerson')
    await give('in.access2', 'sales', 'ID')
    expect(errorOf(await look(REGION, 'in.access2'))).toBe('access.viewNotOf')
    await take('in.access2', 'sales')
    expect((await look(REGION, 'in.access2')).status).toBe(200)

    await server.query(
      `insert into user_customer select u.id, (select min(code) from customer) from app_user u where u.account = $1`,
      [REGION],
    )
    expect(errorOf(await look(REGION, 'in.access2'))).toBe('access.viewNotOf')
    await server.query('delete from user_customer')
  })

  it('a view as another person ends when that person sees more or the viewer loses the right', async () => {
    const standing = async (session: DemoSession) =>
      (await server.callIn(session, '/api/v1/admin/user/current', null)).status
    const { data: wider } = await look(REGION, 'in.access2')
    expect(await standing(wider)).toBe(200)
    await give('in.access2', 'sales', 'ID')
    expect(await standing(wider)).toBe(401)
    await take('in.access2', 'sales')

    const { data: lost } = await look(REGION, 'in.access2')
    await server.query(`delete from role_right where role_code = 'regionAdmin' and right_code = 'access.viewAs'`)
    expect(await standing(lost)).toBe(401)
    await server.query(`insert into role_right values ('regionAdmin', 'access.viewAs')`)
  })
})

describe('a session', () => {
  it('a session from a chat link cannot draft, publish, request access or view as another person', async () => {
    await add('hq.link', 'HQ')
    await give('hq.link', 'itAdmin', 'HQ')
    expect((await server.get('hq.link', '/api/v1/admin/user/current')).status).toBe(200)
    await server.query(
      `update session set kind = 'chat' where user_id = (select id from app_user where account = 'hq.link')`,
    )
    const link = 'access.linkReadOnly'
    expect(errorOf(await server.call('hq.link', '/api/v1/admin/view-as', { account: 'in.rsm', reason: 'x' }))).toBe(
      link,
    )
    expect(errorOf(await save('role', 'linked', { nameZh: '链', nameEn: 'L', rights: [] }, 'hq.link'))).toBe(link)
    expect(errorOf(await publish('role', 'linked', 'hq.link'))).toBe(link)
    const ask = { kind: 'right', target: 'budget.country.view', reason: '' }
    expect(errorOf(await server.call('hq.link', '/aps/permission/request/ask', ask))).toBe(link)
    expect(errorOf(await server.call('hq.link', '/aps/user/export', { offlineExport: 1 }))).toBe(link)
  })

  it('a session has no right that was taken away, nor a file that was made with it', async () => {
    await give('hq.asker', 'itAdmin', 'HQ')
    const started = await server.call<{ taskId: string }>('hq.asker', '/aps/user/export', { offlineExport: 1 })
    expect(started.status).toBe(200)
    await take('hq.asker', 'itAdmin')
    expect((await server.call('hq.asker', '/aps/user/queryPage')).status).toBe(403)
    await server.query(
      `update download_task set status = 2, file_key = 'downloads/' || id || '-1.xlsx', file_size = 1, expires_at = product_now() + interval '1 day',
         file_scope = '"all"', file_limits = '{}', file_rights = '[]' where id = $1`,
      [started.data.taskId],
    )
    expect((await server.fetch('hq.asker', `/aps/file/${started.data.taskId}-1.xlsx`)).status).toBe(403)
  })
})

it('one super administrator remains when two of them revoke each other at the same moment', async () => {
  await server.query(`insert into user_role (user_id, role_code, organisation_id)
    select u.id, 'superAdmin', o.id from app_user u, organisation o where u.account in ('hq.finance', 'hq.budget') and o.code = 'HQ'`)
  await take('admin', 'superAdmin')
  for (const account of ['hq.finance', 'hq.budget']) {
    const { grants } = await inForce<AccessContent>('access', account)
    await save('access', account, holds(...grants.filter(({ role }) => role !== 'superAdmin')))
  }
  const versions = [await detail('access', 'hq.finance'), await detail('access', 'hq.budget')].map(
    ({ draft }) => draft!.version,
  )
  await give('hq.it2', 'superAdmin', 'HQ')
  await server.get('hq.it2', '/api/v1/admin/user/current')
  await take('hq.it2', 'superAdmin')
  const answers = await Promise.all([
    server.call('hq.budget', at('access', 'publish'), { key: 'hq.finance', draftVersion: versions[0] }),
    server.call('hq.finance', at('access', 'publish'), { key: 'hq.budget', draftVersion: versions[1] }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await server.query(`select from user_role where role_code = 'superAdmin'`)
  expect(left.length).toBeGreaterThan(0)
})
