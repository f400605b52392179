import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccessContent, PermissionDryRun, RoleContent } from '#areas/permission/permission-wire.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import { FOREIGN_CUSTOMER, oldestNo } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { at, grant, holdRole, holds, people, permissionWorld } from '#test/helpers/permission-world.ts'

// Administrators of one region: they change nothing that applies to everybody and learn nothing of another region.

let server: DemoServer
const REGION = 'in.access'

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  await people(server).addAdministrator(REGION, 'IN')
  await people(server).add('id.idle', 'ID')
})
afterAll(() => server?.close())

const { save, publish, discard, inForce } = permissionWorld(() => server)
const { give, take } = people({ query: (text, values) => server.query(text, values) })

describe('settings of the whole company', () => {
  it('settings for everybody are plain text within their bounds and name only pages that exist', async () => {
    const draft = (path: string, key: string, content: object) =>
      server.call<DraftView<unknown>>('hq.it', `${path}/draft/save`, { key, draftVersion: 0, content, note: '' })
    const problems = async (path: string, key: string, content: object) => {
      const { data, status } = await draft(path, key, content)
      if (status === 200) await server.call('hq.it', `${path}/draft/discard`, { key, draftVersion: 1 })
      return status === 200 ? data.problems.map(({ field }) => field) : [status]
    }
    const script = '<img src=x onerror=alert(1)>'
    const menu = (more: object) =>
      problems('/aps/permission/menu', 'menu', { changes: [{ code: 'permission_roles', ...more }] })
    expect(await menu({ name: script })).toEqual(['name'])
    expect(await menu({ icon: script })).toEqual(['icon'])
    expect(await menu({ url: 'javascript:alert(1)' })).toEqual(['url'])
    expect(await menu({ url: '//evil.example' })).toEqual(['url'])
    const text = (en: string) => problems('/aps/setting/translation', 'permission.words.anyMenu', { zh: '首页', en })
    expect(await text(script)).toEqual(['en'])
    const role = { nameZh: script, nameEn: 'Markup', rights: [] }
    expect(await problems('/aps/permission/role', 'markup', role)).toEqual(['name'])
    const value = (key: string, given: unknown) => problems('/aps/setting/parameter', key, { value: given })
    for (const given of [0, -1, 121, '0', '1e1', '99999999999999999999'])
      expect(await value('session.stepUpMinutes', given)).toEqual(['value'])
    for (const given of [1.5, null, { min: 1 }]) expect(await value('session.stepUpMinutes', given)).toEqual([400])
    expect(await value('language.default', ['en'])).toEqual(['value'])
  })

  it('an administrator of one region neither drafts nor publishes settings of the whole company', async () => {
    const saved = (path: string, key: string, content: object) =>
      server.call(REGION, `${path}/draft/save`, { key, draftVersion: 0, content, note: '' })
    const role = { nameZh: '区', nameEn: 'Region', rights: ['budget.country.view'] }
    const refused = [
      await saved('/aps/permission/role', 'regional', role),
      await saved('/aps/permission/menu', 'menu', { changes: [] }),
      await saved('/aps/permission/segregationRule', 'segregationRules', { segregationRules: [] }),
      await saved('/aps/setting/parameter', 'session.stepUpMinutes', { value: 120 }),
      await saved('/aps/setting/translation', 'permission.words.anyMenu', { zh: '角色', en: 'Everybody' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  })
})

describe('an administrator of India', () => {
  const asked = async (path: string, body: object = {}) => JSON.stringify(await server.call(REGION, path, body))

  it('an administrator of India cannot see, count or guess accounts of other regions', async () => {
    await server.call('id.idle', '/aps/permission/request/ask', { kind: 'menu', target: '', reason: 'of Indonesia' })
    for (const path of ['/aps/permission/access/page', '/aps/permission/request/page', '/api/v1/account/session/page'])
      expect(await asked(path, { limit: 500 })).not.toMatch(/"id\.\w+"/)
    for (const [path, body] of [
      ['/aps/permission/access/detail', (key: string) => ({ key })],
      ['/aps/permission/access/rehearse', (key: string) => ({ key })],
      ['/aps/permission/why', (account: string) => ({ account, kind: 'right', target: 'budget.country.view' })],
      ['/aps/permission/access/draft/save', (key: string) => ({ key, draftVersion: 0, content: holds(), note: '' })],
    ] as const)
      expect([path, await asked(path, body('id.idle'))]).toEqual([path, await asked(path, body('no.body'))])
  })

  it('the dry run of a role shows an administrator of India only the people and places of India', async () => {
    const sales = await inForce<RoleContent>('role', 'sales')
    await save('role', 'sales', { ...sales, rights: [...sales.rights, 'approval.template.view'] })
    await give('id.idle', 'sales', 'ID')
    const { data } = await server.call<PermissionDryRun>(REGION, at('role', 'performDryRun'), { key: 'sales' })
    expect([data.total, data.people.map(({ account }) => account)]).toEqual([1, ['in.sales']])
    expect(data.places.map(({ place }) => place?.code)).toEqual(['IN'])
    await discard('role', 'sales')
    const roles = await server.call<{ code: string; people: number }[]>(REGION, at('role', 'list'))
    expect(roles.data.find(({ code }) => code === 'sales')?.people).toBe(1)
    await take('id.idle', 'sales')
  })

  it('an administrator of India cannot learn whether a customer of another region exists by limiting an account to it', async () => {
    const before = await inForce<AccessContent>('access', 'in.channel')
    // Limited to it already or not, there or not: one answer.
    await server.query(
      `insert into user_customer (user_id, customer_code) select id, $1 from app_user where account = 'in.channel'`,
      [FOREIGN_CUSTOMER],
    )
    const limited = async (code: string) => {
      const { status, error, msg } = await save('access', 'in.channel', { ...before, customers: [code] }, REGION)
      return [status, error?.key, error?.field, msg.replace(code, '')]
    }
    const unknown = await limited('C-NO-SUCH')
    expect(unknown.slice(0, 3)).toEqual([400, 'permission.unknownCustomer', 'customers'])
    expect(await limited(FOREIGN_CUSTOMER)).toEqual(unknown)
    const seen = await server.call<SettingView<AccessContent>>(REGION, at('access', 'detail'), { key: 'in.channel' })
    expect(JSON.stringify(seen.data)).not.toContain(FOREIGN_CUSTOMER)
    await server.query(`delete from user_customer where customer_code = $1`, [FOREIGN_CUSTOMER])
  })

  it('an administrator of India changes only the Indian roles of a person who also works elsewhere', async () => {
    await give('in.rsm', 'auditor', 'ID')
    await give('in.rsm', 'hqFinance', 'HQ')
    const { data } = await server.call<SettingView<AccessContent>>(REGION, at('access', 'detail'), { key: 'in.rsm' })
    const [shown] = data.versions
    expect(shown!.content.grants.map(({ code }) => code)).toEqual(['IN', 'IN'])
    const wanted = { ...shown!.content, grants: [...shown!.content.grants, grant('tl', 'IN')] }
    expect((await save('access', 'in.rsm', wanted, REGION)).data.content).toEqual({
      ...wanted,
      grants: expect.any(Array),
    })
    // The audit does not say that they revoked what they were not shown.
    const entry = (
      await server.query<{ changes: Record<string, readonly (readonly { code: string }[])[]> }>(
        `select detail -> 'changes' as changes from audit_entry where kind = 'call' and subject = 'in.rsm' and action like '%/draft/save' order by id`,
      )
    ).at(-1)
    expect(Object.keys(entry!.changes)).toEqual(['grants'])
    expect(entry!.changes['grants']!.map((side) => side.map(({ code }) => code).toSorted())).toEqual([
      ['HQ', 'ID', 'IN', 'IN'],
      ['HQ', 'ID', 'IN', 'IN', 'IN'],
    ])
    const rehearsed = await server.call<PermissionDryRun>(REGION, at('access', 'performDryRun'), { key: 'in.rsm' })
    expect(JSON.stringify(rehearsed.data.people.map(({ changes }) => changes))).not.toMatch(/"code":"(ID|HQ)"/)
    // Roles held elsewhere cannot be guessed.
    for (const role of ['auditor', 'tl']) {
      const guess = { ...wanted, grants: [...wanted.grants, grant(role, 'ID')] }
      expect((await save('access', 'in.rsm', guess, REGION)).error?.key).toBe('permission.outsideScope')
    }
    // A person who sees all of it publishes all of it.
    const whole = await server.call<SettingView<AccessContent>>('hq.it2', at('access', 'detail'), { key: 'in.rsm' })
    expect(whole.data.draft?.content.grants.map(({ code }) => code).toSorted()).toEqual(['HQ', 'ID', 'IN', 'IN', 'IN'])
    await server.query(`delete from user_role where role_code = 'auditor' and organisation_id = 300`)
    // The version in force is not the one that the draft was begun from, whatever changed it.
    expect((await publish('access', 'in.rsm')).error?.key).toBe('twoPeople.baseMoved')
    await discard('access', 'in.rsm')
    await take('in.rsm', 'hqFinance')
  })

  it('an administrator of India cannot move a place to where their own role would reach further', async () => {
    const moves = ['area', 'organisation'].flatMap((name) => [`organisation.${name}.view`, `organisation.${name}.edit`])
    await holdRole(server, REGION, 'movesPlaces', 'IN', moves)
    await server.query(
      `insert into user_place (user_id, role_code, kind, code) select id, 'auditor', 'area', 'IN' from app_user where account = $1`,
      [REGION],
    )
    const move = async (by: string, organisationCode: string) => {
      const [row] = await server.query<{ id: string }>(`select id::text from area where area_code = 'IN'`)
      const { data } = await server.call<{ record: { version: number; values: object } }>(
        'admin',
        '/aps/areaRecord/detail',
        row,
      )
      const values = { ...data.record.values, organisationCode }
      return await server.call(by, '/aps/areaRecord/update', { ...row, version: data.record.version, values })
    }
    expect((await move(REGION, 'IN-IN')).error?.key).toBe('organisation.ownReach')
    // An administrator who holds a role in a data centre creates no new area in it either: the role would reach its organisation.
    const [of] = await server.query<{ idc: string }>(
      `select min(idc_code) as idc from area where idc_code not in (select idc_code from area where biz_system = 'iot')`,
    )
    const make = async () => {
      const given = { nameZh: '新', nameEn: 'New', bizSystem: 'iot', currencyCode: 'INR', organisationCode: 'IN-IN' }
      const values = { ...given, code: 'NEW', idcCode: of!.idc }
      return (await server.call(REGION, '/aps/areaRecord/create', { values })).error?.key
    }
    await server.query(
      `insert into user_place (user_id, role_code, kind, code) select id, 'auditor', 'idc', $2 from app_user where account = $1`,
      [REGION, of!.idc],
    )
    expect(await make()).toBe('organisation.ownReach')
    await server.query(`delete from user_place where kind = 'idc'`)
    expect(await make()).toBe(undefined)
    expect((await move('admin', 'ID')).status).toBe(200)
    const told = await server.query<{ account: string; words: string }>(
      `select u.account, o.payload ->> 'opinion' as words from outbox o
         join app_user u on o.payload -> 'notices' @> jsonb_build_array(jsonb_build_object('to', jsonb_build_array(u.id)))
       where o.payload ->> 'documentType' = 'placeMoved' order by 1`,
    )
    expect(told.map(({ account }) => account)).toEqual(['hq.it', 'hq.it2'])
    expect(told[0]?.words).toMatch(/IN: IN\/IN → ID\/IN$/)
    expect((await move('admin', 'IN')).status).toBe(200)
  })

  it('an administrator of India cannot read the audit of the company', async () => {
    for (const path of ['/aps/audit/entries/queryPage', '/aps/audit/entries/count', '/aps/audit/entries/export'])
      expect([
        path,
        (await server.call(REGION, path, path.endsWith('export') ? { offlineExport: 1 } : {})).status,
      ]).toEqual([path, 403])
  })

  it('an administrator is told why a document is out of reach only where they may read it', async () => {
    const no = await oldestNo(server, 'country_budget', 'ID')
    await holdRole(server, 'nomenu', 'readsTasksThere', 'ID', ['approval.task.view'])
    await holdRole(server, 'nomenu', 'readsBudgetsHere', 'IN', ['budget.country.view', 'budget.country.edit'])
    const why = (target: string) =>
      server.call<{ conditions: { key: string; isMet: boolean }[]; actions: unknown[] }>(
        'nomenu',
        '/aps/permission/why/mine',
        {
          kind: 'document',
          target,
        },
      )
    const [there, unknown] = [await why(no), await why(no.replace(/\d$/, '') + '99999')]
    const saying = ({ data }: typeof there) => [data.conditions.map(({ key, isMet }) => [key, isMet]), data.actions]
    expect(saying(there)).toEqual(saying(unknown))
  })
})
