import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccessContent, Rehearsal, RoleContent } from '#areas/permission/permission-wire.ts'
import type { DraftView } from '#kernel/setting/setting-wire.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/demo-server.ts'
import { at, holdRole, holds, people, permissionWorld } from '#test/helpers/permission-world.ts'

// Who administers one region: nothing that counts for everybody is his to change, and he learns nothing of another region.

let server: DemoServer
const REGION = 'in.access'

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  await people(server).addAdministrator(REGION, 'IN')
  await people(server).add('id.idle', 'ID')
})
afterAll(() => server?.close())

const { save, discard, inForce } = permissionWorld(() => server)
const { give, take } = people({ query: (text, values) => server.query(text, values) })

describe('what is written for everybody', () => {
  it('is plain text, names no page that there is not, and keeps its bounds', async () => {
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

  it('is of the whole company: who has a part of it neither drafts nor publishes it', async () => {
    const saved = (path: string, key: string, content: object) =>
      server.call(REGION, `${path}/draft/save`, { key, draftVersion: 0, content, note: '' })
    const role = { nameZh: '区', nameEn: 'Region', rights: ['budget.country.view'] }
    const refused = [
      await saved('/aps/permission/role', 'regional', role),
      await saved('/aps/permission/menu', 'menu', { changes: [] }),
      await saved('/aps/permission/duty', 'duties', { duties: [] }),
      await saved('/aps/setting/parameter', 'session.stepUpMinutes', { value: 120 }),
      await saved('/aps/setting/translation', 'permission.words.anyMenu', { zh: '角色', en: 'Everybody' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  })
})

describe('who administers India', () => {
  const asked = async (path: string, body: object = {}) => JSON.stringify(await server.call(REGION, path, body))

  it('sees, counts and guesses nothing of who is elsewhere', async () => {
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

  it('hears of a role only what it comes to in India', async () => {
    const sales = await inForce<RoleContent>('role', 'sales')
    await save('role', 'sales', { ...sales, rights: [...sales.rights, 'approval.template.view'] })
    await give('id.idle', 'sales', 'ID')
    const { data } = await server.call<Rehearsal>(REGION, at('role', 'rehearse'), { key: 'sales' })
    expect([data.total, data.people.map(({ account }) => account)]).toEqual([1, ['in.sales']])
    expect(data.places.map(({ place }) => place?.code)).toEqual(['IN'])
    await discard('role', 'sales')
    const roles = await server.call<{ code: string; people: number }[]>(REGION, at('role', 'list'))
    expect(roles.data.find(({ code }) => code === 'sales')?.people).toBe(1)
    await take('id.idle', 'sales')
  })

  it('learns of no customer of another region by limiting somebody to it', async () => {
    const [foreign] = await server.query<{ code: string }>(
      `select t.code from customer t join organisation o on o.id = t.scope_id join organisation p on p.id = o.parent_id
       where 'ID' in (o.code, p.code) limit 1`,
    )
    const before = await inForce<AccessContent>('access', 'in.channel')
    const content = { ...before, customers: ['C-NO-SUCH', foreign!.code] }
    const { data } = await save('access', 'in.channel', content, REGION)
    expect(data.problems.map(({ field }) => field)).toEqual(['customers', 'customers'])
    await discard('access', 'in.channel')
  })

  it('reads no audit, which is the whole company’s', async () => {
    for (const path of ['/aps/audit/entries/queryPage', '/aps/audit/entries/count', '/aps/audit/entries/export'])
      expect([
        path,
        (await server.call(REGION, path, path.endsWith('export') ? { offlineExport: 1 } : {})).status,
      ]).toEqual([path, 403])
  })

  it('is told of a document only where he may read it', async () => {
    const [budget] = await server.query<{ no: string }>(
      `select d.no from country_budget d join organisation o on o.id = d.scope_id join organisation p on p.id = o.parent_id
       where d.state <> 'draft' and 'ID' in (o.code, p.code) limit 1`,
    )
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
    const [there, unknown] = [await why(budget!.no), await why(budget!.no.replace(/\d$/, '') + '99999')]
    const saying = ({ data }: typeof there) => [data.conditions.map(({ key, isMet }) => [key, isMet]), data.actions]
    expect(saying(there)).toEqual(saying(unknown))
  })
})
