import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { demoServer, type DemoServer } from '#test/helpers/servers/demo-server.ts'
import { withAccounts } from '#test/helpers/servers/running-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await withAccounts(await testDatabase()))
})
afterAll(() => server?.close())

interface View {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly isMine: boolean
  readonly isShared: boolean
  readonly content: object
}

const CONTENT = { filters: { state: 'draft' }, sort: '-createdAt', limit: 50, columns: null, density: null }
const VIEW = '/api/v1/admin/view'
const save = (account: string, more: object) =>
  server.call<View>(account, `${VIEW}/save`, { list: 'orders', name: 'Mine', content: CONTENT, ...more })
const viewsOf = async (account: string, list = 'orders') =>
  (await server.call<{ views: View[] }>(account, `${VIEW}/list`, { list })).data.views

describe('a saved view', () => {
  it('a saved view is created, renamed, changed and deleted by its owner and hidden from others', async () => {
    const kept = await save('in.channel', { name: '  My drafts ' })
    expect(kept.data).toMatchObject({ name: 'My drafts', version: 1, isMine: true, isShared: false, content: CONTENT })
    const changed = { id: kept.data.id, version: 1, name: 'Drafts', content: { ...CONTENT, limit: 200 } }
    expect((await save('in.channel', changed)).data).toMatchObject({ name: 'Drafts', version: 2 })
    expect((await viewsOf('in.channel')).map(({ name }) => name)).toEqual(['Drafts'])
    expect(await viewsOf('in.channel', 'stores')).toEqual([])
    for (const other of ['in.manager', 'admin', 'nomenu']) expect(await viewsOf(other)).toEqual([])

    const id = kept.data.id
    for (const [path, body] of [
      ['save', { ...changed, list: 'orders', version: 2 }],
      ['share', { id, version: 2, isShared: true }],
      ['delete', { id, version: 2 }],
    ] as const) {
      const foreign = await server.call('in.manager', `${VIEW}/${path}`, body)
      const unknown = await server.call('in.manager', `${VIEW}/${path}`, { ...body, id: '987654321' })
      expect([path, foreign.status, foreign.error?.key]).toEqual([path, 404, 'preference.viewNotFound'])
      expect(foreign.error).toEqual(unknown.error)
    }
    expect((await server.call('in.channel', `${VIEW}/delete`, { id, version: 2 })).status).toBe(200)
    expect(await viewsOf('in.channel')).toEqual([])
  })

  it('a saved view is shared with the right, among people of the same organisations', async () => {
    const mine = await save('in.channel', { name: 'Not to be shared' })
    const refused = await server.call('in.channel', `${VIEW}/share`, { id: mine.data.id, version: 1, isShared: true })
    expect([refused.status, refused.error?.key]).toEqual([403, 'http.forbidden'])

    const indian = (await save('in.manager', { name: 'India' })).data
    const shared = await server.call<View>('in.manager', `${VIEW}/share`, { id: indian.id, version: 1, isShared: true })
    expect(shared.data).toMatchObject({ isShared: true, version: 2 })
    const isSeenBy = async (account: string) => (await viewsOf(account)).some(({ id }) => id === indian.id)
    for (const account of ['in.channel', 'in.store', 'hq.auditor', 'admin'])
      expect([account, await isSeenBy(account)]).toEqual([account, true])
    for (const account of ['id.channel', 'id.manager', 'nomenu'])
      expect([account, await isSeenBy(account)]).toEqual([account, false])

    const byOther = await save('in.channel', { id: indian.id, version: 2, name: 'Taken over' })
    expect([byOther.status, byOther.error?.key]).toEqual([403, 'preference.viewNotYours'])
    const gone = await server.call('in.channel', `${VIEW}/delete`, { id: indian.id, version: 2 })
    expect(gone.error?.key).toBe('preference.viewNotYours')

    const back = await server.call<View>('in.manager', `${VIEW}/share`, { id: indian.id, version: 2, isShared: false })
    expect(back.data).toMatchObject({ isShared: false, version: 3 })
    expect(await isSeenBy('in.channel')).toBe(false)

    const everywhere = (await save('hq.budget', { name: 'Everywhere' })).data
    await server.call('hq.budget', `${VIEW}/share`, { id: everywhere.id, version: 1, isShared: true })
    for (const account of ['in.store', 'id.channel']) {
      expect((await viewsOf(account)).map(({ name }) => name)).toContain('Everywhere')
    }
  })

  it('a saved view refuses stale changes, repeated or missing names and too much content', async () => {
    const { id } = (await save('id.channel', { name: 'One' })).data
    await save('id.channel', { id, version: 1, name: 'One', content: { ...CONTENT, sort: null } })
    const stale = await save('id.channel', { id, version: 1, name: 'Other' })
    expect([stale.status, stale.error?.key]).toEqual([409, 'preference.viewStale'])
    const twice = await save('id.channel', { name: 'oNE' })
    expect([twice.status, twice.error]).toMatchObject([409, { key: 'preference.viewNameTaken', field: 'name' }])
    expect((await save('id.channel', { name: '  ' })).error?.key).toBe('preference.viewNameMissing')

    const filters = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, '万'.repeat(400)]))
    const large = await save('id.channel', { name: 'Large', content: { ...CONTENT, filters } })
    expect([large.status, large.error?.key]).toEqual([400, 'preference.tooLarge'])

    const made = await Promise.all(Array.from({ length: 55 }, (_, at) => save('id.channel', { name: `View ${at}` })))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(49)
    expect(new Set(made.map(({ error }) => error?.key))).toEqual(new Set([undefined, 'preference.tooManyViews']))
    expect(await viewsOf('id.channel')).toHaveLength(51)
  })

  it('a saved view with invalid content is refused', async () => {
    const hostile: object[] = [
      { content: { ...CONTENT, limit: 33 } },
      { content: { ...CONTENT, script: 'x' } },
      { content: { ...CONTENT, filters: { state: { $ne: null } } } },
      { list: '../x' },
      { id: "1' or 1=1", version: 1 },
      { name: 'x'.repeat(61) },
    ]
    for (const body of hostile) expect([body, (await save('in.rsd', body)).status]).toEqual([body, 400])
    expect(await viewsOf('in.rsd')).not.toContainEqual(expect.objectContaining({ isMine: true }))
    const nul = await save('in.rsd', { name: 'a\u0000b', content: { ...CONTENT, filters: { no: '\u0000' } } })
    expect([nul.status, nul.error?.key]).toEqual([400, 'http.badRequest'])
  })
})

describe('a preference', () => {
  const PATH = '/api/v1/admin/user/preference'
  const mine = async (account: string) =>
    (await server.get<{ preferences: Record<string, unknown> }>(account, PATH)).data.preferences

  it('a preference belongs to one person, is replaced and is removed by null', async () => {
    const value = { density: 'cosy', widths: { no: 150 } }
    await server.call('in.channel', PATH, { key: 'list.orders', value })
    await server.call('in.channel', PATH, { key: 'list.stores', value: 1 })
    expect(await mine('in.channel')).toEqual({ 'list.orders': value, 'list.stores': 1 })
    expect(await mine('in.manager')).toEqual({})
    await server.call('in.channel', PATH, { key: 'list.orders', value: false })
    await server.call('in.channel', PATH, { key: 'list.stores', value: null })
    expect(await mine('in.channel')).toEqual({ 'list.orders': false })
  })

  it('a preference has limits of key, size and number', async () => {
    const put = (key: string, value: unknown) => server.call('in.rsm', PATH, { key, value })
    expect((await put('a b', 1)).status).toBe(400)
    expect((await put('', 1)).status).toBe(400)
    expect((await put('long', 'x'.repeat(17_000))).error?.key).toBe('preference.tooLarge')
    expect(
      (
        await put(
          'edge',
          Array.from({ length: 8000 }, () => 1),
        )
      ).error?.key,
    ).toBe('preference.tooLarge')
    await server.query(
      `insert into user_preference (user_id, key, value) select u.id, 'k' || g, '1' from app_user u, generate_series(1, 500) g where account = 'in.rsm'`,
    )
    expect((await put('one.more', 1)).error?.key).toBe('preference.tooManyPreferences')
    expect((await put('k7', 2)).status).toBe(200)
  })
})
