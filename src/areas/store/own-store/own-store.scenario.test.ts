import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { OWN_STORE, type OwnStores } from './own-store.ts'

// The page of a store's own people: which stores they work for, and the facts of one.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const OWN = '/aps/store/own'
const read = (account: string, asked: object = {}) => server.call<OwnStores>(account, OWN, asked)

interface StoreRow {
  readonly code: string
  readonly name: string
  readonly city: string
}

async function storesOf(account: string): Promise<readonly StoreRow[]> {
  return server.query<StoreRow>(
    `select h.code, h.name_en as name, h.city from user_store s join app_user u on u.id = s.user_id join store h on h.code = s.store_code
     where u.account = $1 order by h.code`,
    [account],
  )
}

describe('my store', () => {
  it('a store manager reads the facts of the store that they work for', async () => {
    const [own] = await storesOf('in.store')
    const { data } = await read('in.store')
    expect(data.stores).toEqual([{ code: own?.code, name: own?.name }])
    expect(data.store).toMatchObject({ code: own?.code, name: own?.name, city: own?.city, isEnabled: true })
  })

  it('a person with several stores chooses between them, and begins with the first', async () => {
    const [first] = await storesOf('in.store')
    const [second] = await server.query<{ code: string }>(
      `select min(code) as code from store where country_code = 'IN' and code > $1`,
      [first!.code],
    )
    const person = `(select id from app_user where account = 'in.store')`
    await server.query(`insert into user_store (user_id, store_code) values (${person}, $1)`, [second!.code])
    const { data } = await read('in.store')
    expect(data.stores.map(({ code }) => code)).toEqual([first!.code, second!.code])
    expect(data.store?.code).toBe(first!.code)
    expect((await read('in.store', { storeCode: second!.code })).data.store?.code).toBe(second!.code)
    await server.query(`delete from user_store where user_id = ${person} and store_code = $1`, [second!.code])
    expect((await read('in.store', { storeCode: second!.code })).status).toBe(404)
  })

  it('a store of another account answers 404 like an unknown store, and its images are in no list', async () => {
    const [own] = await storesOf('in.store')
    const [other] = await server.query<{ code: string }>(
      `select min(store_code) as code from store_image where store_code <> $1`,
      [own!.code],
    )
    for (const storeCode of [other!.code, 'ST-NOWHERE'])
      expect([storeCode, (await read('in.store', { storeCode })).status]).toEqual([storeCode, 404])
    const images = await server.call<{ records: readonly unknown[] }>('in.store', '/aps/storeImage/queryPage', {
      storeCode: other!.code,
    })
    expect(images.data.records).toEqual([])
    expect((await read('in.store', { code: own!.code })).status).toBe(400)
  })

  it('an account without store limits has no store of its own, and one without the right to stores is refused', async () => {
    for (const account of ['admin', 'in.channel'])
      expect([account, (await read(account)).data]).toEqual([account, { stores: [], store: null }])
    const [own] = await storesOf('in.store')
    expect((await read('in.channel', { storeCode: own!.code })).status).toBe(404)
    expect((await read('in.dist')).status).toBe(403)
  })

  it('the menu has the page for people who work for a store, and the home page leads to it', async () => {
    const menus = async (account: string) => JSON.stringify((await server.get(account, '/aps/v1/admin/init')).data)
    const ofManager = await menus('in.store')
    for (const page of [OWN_STORE.pc, OWN_STORE.mobile]) expect([page, ofManager.includes(page)]).toEqual([page, true])
    for (const account of ['admin', 'in.channel', 'in.dist'])
      expect([account, (await menus(account)).includes(OWN_STORE.pc)]).toEqual([account, false])
    const [own] = await storesOf('in.store')
    const cards = await server.get<readonly HomeCard[]>('in.store', '/aps/home/cards?group=waiting')
    const [row] = cards.data.find(({ key }) => key === 'myStores')?.rows ?? []
    expect(row).toMatchObject({
      url: `${OWN_STORE.pc}?storeCode=${own!.code}`,
      mobileUrl: `${OWN_STORE.mobile}?storeCode=${own!.code}`,
    })
  })
})
