import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftView } from '#kernel/engine/setting/setting-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { at, errorOf, grant, holds, permissionWorld } from '#test/helpers/permission-world.ts'
import type { AccessContent, ConflictView, RoleContent, SegregationRule } from './permission-wire.ts'

// Two administrators of the demonstration, hq.it and hq.it2, and admin, who may do everything.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const { detail, inForce, save, publish, discard, dryRun, change, statusOf } = permissionWorld(() => server)

/** Notifications to a person about their own account. */
const told = async (account: string) =>
  (
    await server.query<{ words: string }>(
      `select o.payload ->> 'opinion' as words from outbox o join app_user u on u.id::text = o.payload ->> 'documentId'
       where o.payload ->> 'documentType' = 'ownAccount' and u.account = $1 order by o.id`,
      [account],
    )
  ).map(({ words }) => words)

describe('a role', () => {
  it('a role change has a dry run, is published by a second person and applies at once to signed-in people', async () => {
    const before = await inForce<RoleContent>('role', 'sales')
    expect(await statusOf('in.sales', '/aps/approval/template/list')).toBe(403)
    const wanted = { ...before, rights: [...before.rights, 'approval.template.view'] }
    expect((await save('role', 'sales', wanted)).data).toMatchObject({ problems: [], isMine: true })
    const { people, places, total } = await dryRun('role', 'sales')
    expect([total, people[0]?.account]).toEqual([1, 'in.sales'])
    expect(people[0]?.changes).toEqual([
      {
        kind: 'gains',
        right: { code: 'approval.template.view', name: expect.any(String) },
        place: { code: 'IN', name: 'India' },
        except: [],
      },
    ])
    expect(people[0]?.pagesGained.map(({ code }) => code)).toEqual(['approval_templates', 'approval_bands'])
    expect(places).toMatchObject([{ place: { code: 'IN' }, gaining: 1, losing: 0 }])
    expect(errorOf(await publish('role', 'sales', 'hq.it'))).toBe('twoPeople.secondPerson')
    expect((await publish('role', 'sales')).data.version).toBe(2)
    expect(await statusOf('in.sales', '/aps/approval/template/list')).toBe(200)

    // Back to what was delivered, by two people again.
    const draft = await server.call<DraftView<RoleContent>>('hq.it', at('role', 'draft/restore'), {
      key: 'sales',
      draftVersion: 0,
      version: 1,
    })
    expect(draft.data.content).toEqual(before)
    expect((await publish('role', 'sales')).data.version).toBe(3)
    expect(await told('in.sales')).toEqual([
      'Role Salesman: 1 right more, 0 less',
      'Role Salesman: 0 rights more, 1 less',
    ])
    expect(await told('in.channel')).toEqual([])
    expect(await statusOf('in.sales', '/aps/approval/template/list')).toBe(403)
    expect(
      (await detail('role', 'sales')).versions.map(({ version, publishedBy }) => [version, publishedBy?.account]),
    ).toEqual([
      [3, 'hq.it2'],
      [2, 'hq.it2'],
      [1, undefined],
    ])
  })

  it('a role is not changed by those who hold it, and the super administrator role by nobody', async () => {
    const own = await inForce<RoleContent>('role', 'itAdmin')
    expect(errorOf(await save('role', 'itAdmin', { ...own, nameEn: 'Mine' }))).toBe('permission.ownRole')
    await save('role', 'itAdmin', { ...own, nameEn: 'IT' }, 'admin')
    expect(errorOf(await publish('role', 'itAdmin'))).toBe('permission.ownRole')
    await server.call('admin', at('role', 'draft/discard'), { key: 'itAdmin', draftVersion: 1 })
    const all = await inForce<RoleContent>('role', 'superAdmin')
    expect(errorOf(await save('role', 'superAdmin', { ...all, nameEn: 'Nobody' }))).toBe('permission.superAdminFixed')
  })

  it('a new role with problems says what is wrong and cannot be published', async () => {
    const bad: RoleContent = { nameZh: '', nameEn: 'Salesman', rights: ['no.such'] }
    const { data } = await save('role', 'claimDesk', bad)
    expect(data.problems.map(({ field, msg }) => [field, msg])).toEqual([
      ['name', 'A name in both languages is needed'],
      ['name', 'The role sales already has this name'],
      ['rights', 'There is no right no.such'],
    ])
    expect(errorOf(await publish('role', 'claimDesk'))).toBe('twoPeople.incomplete')
    await change('role', 'claimDesk', { nameZh: '理赔专员', nameEn: 'Claims Desk', rights: ['budget.country.view'] })
    expect((await inForce<RoleContent>('role', 'claimDesk')).rights).toEqual(['budget.country.view'])
    expect(await statusOf('hq.it', at('role', 'detail'), { key: '1x' })).toBe(400)
  })

  it('a role carries rights to fields, which are masked without them and shown with them at once', async () => {
    const banks = async () => {
      const { data } = await server.call<{ records: { values: Record<string, string | null> }[] }>(
        'hq.finance',
        '/aps/customer/queryPage',
        { limit: 500 },
      )
      return data.records.flatMap(({ values }) => values['bankAccount'] ?? [])
    }
    const isPart = (value: string) => value.startsWith('•')
    const held = await server.query<{ role_code: string }>(
      `select role_code from role_right where right_code = 'customer.bank.view' and role_code in
         (select role_code from user_role where user_id = (select id from app_user where account = 'hq.finance'))`,
    )
    const roles = held.map(({ role_code: role }) => role)
    const before = await Promise.all(roles.map((role) => inForce<RoleContent>('role', role)))
    expect((await banks()).some((value) => !isPart(value))).toBe(true)
    for (const [at, role] of roles.entries()) {
      const rights = before[at]!.rights.filter((right) => right !== 'customer.bank.view')
      await change('role', role, { ...before[at]!, rights })
    }
    const parts = await banks()
    expect([parts.length > 0, parts.every(isPart)]).toEqual([true, true])
    for (const [at, role] of roles.entries()) await change('role', role, before[at]!)
    expect((await banks()).some((value) => !isPart(value))).toBe(true)
  })

  it('a person without the right sees neither roles, access nor menu settings', async () => {
    for (const path of [at('role', 'list'), at('access', 'page'), '/aps/permission/matrix', at('menu', 'catalogue')])
      expect(await statusOf('in.channel', path)).toBe(403)
  })
})

describe('the access of a person', () => {
  it('the access of a person is granted at a place by two people and ends at once when it is revoked', async () => {
    const before = await inForce<AccessContent>('access', 'in.store')
    await change('access', 'in.store', {
      ...before,
      grants: [...before.grants, grant('auditor', 'IN')],
    })
    expect(await statusOf('in.store', at('role', 'list'))).toBe(200)
    await change('access', 'in.store', before)
    expect(await told('in.store')).toEqual(['Auditor for India given', 'Auditor for India taken'])
    expect(await statusOf('in.store', at('role', 'list'))).toBe(403)
  })

  it('the access of a person is never changed or published by themselves', async () => {
    const own = await inForce<AccessContent>('access', 'hq.it')
    expect(errorOf(await save('access', 'hq.it', holds(...own.grants, grant('hqFinance', 'HQ'))))).toBe(
      'permission.ownAccess',
    )
    expect((await save('access', 'hq.it2', holds(grant('itAdmin', 'HQ'), grant('auditor', 'HQ')))).status).toBe(200)
    expect(errorOf(await publish('access', 'hq.it2'))).toBe('permission.ownAccess')
    await discard('access', 'hq.it2')
  })

  it('a super administrator is made only by another one, at the root, and the last one cannot be removed', async () => {
    const { data } = await save('access', 'hq.finance', holds(grant('superAdmin', 'IN')))
    expect(data.problems.map(({ msg }) => msg)).toContain('A super administrator is one of the whole company')
    await save('access', 'hq.finance', holds(grant('superAdmin', 'HQ')))
    expect(errorOf(await publish('access', 'hq.finance'))).toBe('permission.superAdminOnly')
    await discard('access', 'hq.finance')
    const last = await save('access', 'admin', holds(grant('auditor', 'HQ')))
    expect(last.data.problems.map(({ msg }) => msg)).toEqual(['This is the last active super administrator'])
    await discard('access', 'admin')
  })

  it('access at an area, data centre or country follows it to another organisation', async () => {
    const [country] = await server.query<{ code: string; organisation_id: number }>(
      `select code, organisation_id from country where code = 'BD'`,
    )
    await change(
      'access',
      'nomenu',
      holds(grant('rsm', 'IN', 'area'), grant('auditor', 'EU', 'idc'), grant('tl', country!.code, 'country')),
    )
    const held = () =>
      server.query<{ role_code: string; organisation_id: number }>(
        `select role_code, organisation_id from user_role where user_id = (select id from app_user where account = 'nomenu') order by 1`,
      )
    expect(await held()).toEqual([
      { role_code: 'auditor', organisation_id: 100 },
      { role_code: 'rsm', organisation_id: 200 },
      { role_code: 'tl', organisation_id: country!.organisation_id },
    ])
    await server.query(`update area set organisation_id = 300 where area_code = 'IN'`)
    expect((await held()).find(({ role_code: role }) => role === 'rsm')?.organisation_id).toBe(300)
    await server.query(`update area set organisation_id = 200 where area_code = 'IN'`)
    // The grant as given is unchanged: nobody has to publish because an area moved.
    expect((await inForce<AccessContent>('access', 'nomenu')).grants).toContainEqual(grant('rsm', 'IN', 'area'))
    await change('access', 'nomenu', holds())
    expect(await held()).toEqual([])
  })

  it('the access of people in another region is hidden from an administrator of one region', async () => {
    await change('access', 'in.rsd', holds(grant('rsd', 'IN'), grant('accessAdmin', 'IN')))
    const page = await server.call<{ records: { account: string }[] }>('in.rsd', at('access', 'page'), { limit: 500 })
    const accounts = page.data.records.map(({ account }) => account)
    expect(accounts.filter((account) => account.startsWith('id.'))).toEqual([])
    expect(accounts.filter((account) => account.startsWith('in.')).length).toBeGreaterThan(8)
    const counted = await server.call<{ recordTotal: number }>('in.rsd', at('access', 'count'), {})
    expect(counted.data.recordTotal).toBe(accounts.length)
    const foreign = await server.call('in.rsd', at('access', 'detail'), { key: 'id.rsd' })
    const unknown = await server.call('in.rsd', at('access', 'detail'), { key: 'no.such' })
    expect([foreign.status, foreign.error, foreign.msg]).toEqual([unknown.status, unknown.error, unknown.msg])
    const outside = await server.call('in.rsd', at('access', 'draft/save'), {
      key: 'in.tl',
      draftVersion: 0,
      content: holds(grant('tl', 'IN'), grant('firstLevel', 'IN'), grant('rsd', 'ID')),
      note: '',
    })
    expect(errorOf(outside)).toBe('permission.outsideScope')
    const role = await inForce<RoleContent>('role', 'tl')
    expect(errorOf(await save('role', 'tl', { ...role, nameEn: 'Lead' }, 'in.rsd'))).toBe('access.wholeOnly')
    await change('access', 'in.rsd', holds(grant('rsd', 'IN')))
  })
})

describe('segregation rules', () => {
  const segregationRule = (more: Partial<SegregationRule> = {}): SegregationRule => ({
    code: 'test',
    nameZh: '测试',
    nameEn: 'Test',
    first: ['budget.country.submit'],
    second: ['budget.country.approve'],
    effect: 'flag',
    ...more,
  })

  it('segregation rules flag the draft that brings both sides together and list the people concerned', async () => {
    await save('access', 'in.manager', holds(grant('manager', 'IN'), grant('channelManager', 'IN')))
    const { conflicts } = await dryRun('access', 'in.manager')
    expect(conflicts.find(({ segregationRule: { code } }) => code === 'draftApprove')).toMatchObject({
      account: 'in.manager',
      place: { code: 'IN' },
      isNew: true,
      effect: 'flag',
    })
    await discard('access', 'in.manager')
    const { data } = await server.call<{ records: ConflictView[]; total: number }>(
      'hq.auditor',
      at('segregationRule', 'holders'),
    )
    expect(data.total).toBe(data.records.length)
    expect(data.records.every(({ first, second }) => first.length > 0 && second.length > 0)).toBe(true)
  })

  it('segregation rules with the effect refuse block the publication of an access and of a role', async () => {
    await change('segregationRule', 'segregationRules', { segregationRules: [segregationRule({ effect: 'refuse' })] })
    const both = holds(grant('manager', 'IN'), grant('channelManager', 'IN'))
    const { data } = await save('access', 'in.manager', both)
    expect(data.problems.map(({ msg }) => msg)[0]).toContain('“Test”')
    expect(errorOf(await publish('access', 'in.manager'))).toBe('twoPeople.incomplete')
    await discard('access', 'in.manager')
    const role = await inForce<RoleContent>('role', 'manager')
    const wide = await save('role', 'manager', { ...role, rights: [...role.rights, 'budget.country.submit'] })
    expect(wide.data.problems.length).toBeGreaterThan(0)
    await discard('role', 'manager')
  })

  it('segregation rules are changed by two people and report what is wrong with them', async () => {
    const { data } = await save('segregationRule', 'segregationRules', {
      segregationRules: [segregationRule({ first: [], second: ['a b'] }), segregationRule({ nameZh: '' })],
    })
    expect(data.problems.map(({ row, field }) => [row, field])).toEqual([
      [0, 'first'],
      [0, 'second'],
      [1, 'code'],
      [1, 'nameZh'],
    ])
    await discard('segregationRule', 'segregationRules')
  })
})
