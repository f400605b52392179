import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mayRead } from '#kernel/services/notify/wording.ts'
import { oldestNo } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { errorOf, grant, holds, permissionWorld } from '#test/helpers/permission-world.ts'
import type { AccessContent, MenusContent, WhyAnswer } from '../permission-wire.ts'

// Two administrators of the demonstration, hq.it and hq.it2, and admin, who may do everything.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const { inForce, save, publish, discard, change, statusOf } = permissionWorld(() => server)

describe('the menu', () => {
  interface Init {
    readonly menus: readonly { code: string; nameEn: string; sortIndex: number; pcode: string; url: string }[]
    readonly buttons: readonly { code: string }[]
  }
  const init = async (account: string, query = 'type=menu&code=') =>
    (await server.get<Init>(account, `/aps/v1/admin/init?reload=true&${query}`)).data

  it('the menu is served as two people published it, with names, groups, order, buttons and disabled entries', async () => {
    const changes: MenusContent = {
      changes: [
        { code: 'own_group', name: '常用', nameEn: 'Favourites', icon: 'home', sortIndex: 5 },
        { code: 'approval_templates', pcode: 'own_group', nameEn: 'Routes', buttons: ['approval.template.edit'] },
        { code: 'approval_bands', isOff: true },
      ],
    }
    const version = await change('menu', 'menu', changes)
    const { menus } = await init('hq.it')
    expect(menus.find(({ code }) => code === 'approval_templates')).toMatchObject({
      pcode: 'own_group',
      nameEn: 'Routes',
    })
    expect(menus.find(({ code }) => code === 'own_group')).toMatchObject({ url: '' })
    expect(menus.some(({ code }) => code === 'approval_bands')).toBe(false)
    expect((await init('hq.it', 'type=button&code=approval_templates')).buttons).toEqual([
      { code: 'approval.template.edit' },
    ])
    // A menu group without any permitted page is hidden.
    expect((await init('in.sales')).menus.some(({ code }) => code === 'own_group')).toBe(false)
    const off = await server.call<WhyAnswer>('hq.it', '/aps/permission/why/mine', {
      kind: 'page',
      target: '/approval/bands',
    })
    expect(off.data.conditions.find(({ isMet }) => isMet === false)?.key).toBe('pageOn')
    await change('menu', 'menu', { changes: [] })
    expect(version).toBe(1)
    expect((await init('hq.it')).menus.some(({ code }) => code === 'approval_bands')).toBe(true)
  })
})

describe('a request for access', () => {
  interface Row {
    readonly id: string
    readonly state: string
    readonly answer: string | null
  }
  const ask = (account: string, target = '/approval/templates') =>
    server.call<{ id: string; isNew: boolean }>(account, '/aps/permission/request/ask', {
      kind: 'page',
      target,
      reason: 'Why',
    })
  const mine = async (account: string) => (await server.call<Row[]>(account, '/aps/permission/request/mine')).data
  const draft = (id: string, role = 'auditor', account = 'hq.it') =>
    server.call(account, '/aps/permission/request/draft', {
      id,
      role,
      kind: 'organisation',
      code: 'IN',
    })

  beforeEach(async () => {
    await server.query('delete from access_request')
  })

  it('a request for access made twice at once is one, and its requester sees its outcome', async () => {
    const [one, other] = await Promise.all([ask('in.sales'), ask('in.sales')])
    expect(one.data.id).toBe(other.data.id)
    expect(one.data.isNew).toBe(!other.data.isNew)
    expect((await mine('in.sales')).map(({ state }) => state)).toEqual(['open'])
    // Once, and only to those who may give it.
    expect(
      await server.query(
        `select u.account, o.payload ->> 'opinion' as words from outbox o join app_user u on o.payload -> 'notices' @> jsonb_build_array(jsonb_build_object('to', jsonb_build_array(u.id)))
         where o.payload ->> 'documentType' = 'accessAsked' order by 1`,
      ),
    ).toEqual(['admin', 'hq.it', 'hq.it2'].map((account) => ({ account, words: '审批路线模板：Why' })))
    expect(errorOf(await ask('hq.it'))).toBe('permission.alreadyHeld')
    expect(errorOf(await ask('in.sales', '/nowhere'))).toBe('permission.subjectUnknown')
  })

  it('a request for access reopens with its discarded draft and is granted with its published one', async () => {
    const { id } = (await ask('in.sales')).data
    expect((await draft(id)).status).toBe(200)
    expect((await mine('in.sales'))[0]?.state).toBe('drafted')
    await discard('access', 'in.sales')
    expect((await mine('in.sales'))[0]?.state).toBe('open')
    // Another draft of the same person, begun for something else, does not draft it.
    const held = await inForce<AccessContent>('access', 'in.sales')
    await save('access', 'in.sales', holds(...held.grants, grant('tl', 'IN')))
    expect((await mine('in.sales'))[0]?.state).toBe('open')
    await draft(id)
    expect((await publish('access', 'in.sales')).error).toBeUndefined()
    expect((await mine('in.sales'))[0]?.state).toBe('granted')
    const told = await server.query<{ notices: unknown }>(
      `select payload -> 'notices' as notices from outbox where payload ->> 'documentType' = 'accessRequest'`,
    )
    expect(told).toHaveLength(1)
    // The requester is told, whatever rights they have.
    expect(mayRead(new Map(), { superAdmin: false, rights: new Set() }, 'accessRequest')).toBe(true)
    expect(errorOf(await draft(id))).toBe('permission.requestAnswered')
    await change('access', 'in.sales', held)
  })

  it('a request for access is answered by somebody else and declined with a reason', async () => {
    await server.query(`delete from role_right where role_code = 'itAdmin' and right_code = 'budget.country.view'`)
    const own = await ask('hq.it', '/budget/pc/country/list')
    expect(errorOf(await draft(own.data.id))).toBe('permission.ownAccess')
    const { id } = (await ask('in.sales')).data
    const decline = (answer: string) => server.call('hq.it', '/aps/permission/request/decline', { id, answer })
    expect((await decline(' ')).status).toBe(400)
    expect((await decline('Not your work')).status).toBe(200)
    expect((await mine('in.sales'))[0]).toMatchObject({ state: 'declined', answer: 'Not your work' })
    expect((await ask('in.sales')).data.isNew).toBe(true)
  })

  it('a request for access from elsewhere does not exist for an administrator of one region', async () => {
    await change('access', 'in.rsd', holds(grant('rsd', 'IN'), grant('accessAdmin', 'IN')))
    const { id } = (await ask('id.manager')).data
    await ask('in.manager')
    const page = await server.call<{ records: { account: string }[]; recordTotal: number }>(
      'in.rsd',
      '/aps/permission/request/page',
    )
    expect([page.data.recordTotal, page.data.records.map(({ account }) => account)]).toEqual([1, ['in.manager']])
    expect((await draft(id, 'auditor', 'in.rsd')).status).toBe(404)
    await change('access', 'in.rsd', holds(grant('rsd', 'IN')))
  })
})

describe('the explanation of a missing access', () => {
  const why = async (account: string, body: object) =>
    (await server.call<WhyAnswer>(account, '/aps/permission/why', body)).data
  const mine = async (account: string, body: object) =>
    (await server.call<WhyAnswer>(account, '/aps/permission/why/mine', body)).data
  const met = ({ conditions }: WhyAnswer) => conditions.map(({ key, isMet }) => `${key} ${isMet}`)

  it('the explanation of a missing access names every condition and who can grant it', async () => {
    const nobody = await mine('nomenu', { kind: 'page', target: '/system/monitor' })
    expect(met(nobody)).toEqual(['active true', 'role false', 'pageOn true', 'right false'])
    expect(nobody.rights[0]?.roles.map(({ code }) => code)).toContain('itAdmin')
    const there = await why('hq.it', {
      account: 'in.manager',
      kind: 'right',
      target: 'budget.country.approve',
      place: 'IN',
    })
    expect([there.isAllowed, met(there)]).toEqual([true, ['active true', 'role true', 'right true', 'place true']])
    const elsewhere = await why('hq.it', {
      account: 'in.manager',
      kind: 'right',
      target: 'budget.country.approve',
      place: 'ID',
    })
    expect(elsewhere.conditions.at(-1)).toMatchObject({ isMet: false, reason: expect.stringContaining('India') })
    expect(
      await statusOf('in.sales', '/aps/permission/why', { account: 'admin', kind: 'right', target: 'list.view.share' }),
    ).toBe(403)
  })

  it('the explanation of a document names the rule that forbids each action, and nothing of a document out of reach', async () => {
    const no = await oldestNo(server, 'country_budget', 'IN')
    const seen = await mine('in.manager', { kind: 'document', target: no })
    expect(met(seen)).toContain('document true')
    expect(seen.actions.find(({ name }) => name === 'Agree' || name === 'Approve')?.isAllowed).toBe(false)
    const foreign = await mine('id.manager', { kind: 'document', target: no })
    const unknown = await mine('id.manager', { kind: 'document', target: 'CB20990199999' })
    expect(JSON.stringify(foreign).replaceAll(no, 'NO')).toBe(JSON.stringify(unknown).replaceAll('CB20990199999', 'NO'))
    expect(foreign.actions).toEqual([])
    // A person who may not read a document learns nothing by asking about another person who may.
    const asked = await why('hq.it', { account: 'in.manager', kind: 'document', target: no })
    expect([asked.actions, met(asked).at(-1)]).toEqual([[], 'document null'])
    expect(met(await why('hq.auditor', { account: 'in.manager', kind: 'document', target: no })).at(-1)).toBe(
      'document true',
    )
  })
})
