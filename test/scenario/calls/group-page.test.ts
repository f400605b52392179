import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// The page of a group of the menu: the lists that each reader may open, what is new to them, and what waits.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const PAGE = '/process/list'

async function cards(account: string): Promise<readonly HomeCard[]> {
  const { data, status } = await server.get<readonly HomeCard[]>(account, '/aps/home/group?group=process')
  expect(status).toBe(200)
  return data
}
const figure = async (account: string, list: string, key: string) =>
  (await cards(account)).find((card) => card.key === list)?.figures.find((each) => each.key === key)
const menuOf = async (account: string) =>
  (await server.get<{ menus: { code: string; url: string }[] }>(account, '/aps/v1/admin/init')).data.menus

it('each reader finds the lists of the group that they may open, and nothing else', async () => {
  const keys = async (account: string) => (await cards(account)).map(({ key }) => key)
  expect(await keys('in.channel')).toEqual([
    'waiting',
    'price_review_list',
    'price_row',
    'price_application_list',
    'price_feed_list',
    'product_priceClassification',
    'product_spu',
    'product_sku',
    'customer_tradeTerm',
    'organisation_currency',
    'pages',
  ])
  expect(await keys('hq.pricing')).toContain('price_cost')
  // A distributor's staff read their own prices alone; whoever may open no page of the group has no page of it.
  expect(await keys('in.dist')).toEqual(['waiting', 'price_own'])
  expect(await keys('hq.it')).toEqual([])
  for (const [account, isThere] of [
    ['in.channel', true],
    ['in.dist', true],
    ['hq.it', false],
  ] as const)
    expect([account, (await menuOf(account)).some(({ url }) => url === PAGE)]).toEqual([account, isThere])
  expect((await server.get('in.channel', '/aps/home/group?group=imei')).status).toBe(404)
})

it('a list is counted as its page counts it, of the organisations of the reader alone, and no further than a thousand', async () => {
  const total = async (account: string, path: string) =>
    (await server.call<{ recordTotal: number }>(account, path, {})).data.recordTotal
  for (const [list, path] of [
    ['price_row', '/aps/gs/price/count'],
    ['price_review_list', '/aps/price/review/count'],
    ['product_priceClassification', '/aps/priceClassification/count'],
    ['product_sku', '/aps/sku/count'],
  ] as const)
    for (const account of ['in.channel', 'id.channel']) {
      const all = await total(account, path)
      expect([list, account, await figure(account, list, 'all')]).toEqual([
        list,
        account,
        expect.objectContaining({ value: String(Math.min(all, 1000)), isMore: all > 1000 }),
      ])
    }
  expect((await figure('in.dist', 'price_own', 'all'))?.value).toBe(
    String(await total('in.dist', '/aps/price/own/count')),
  )
})

it('new is what was entered or changed since the last visit of an earlier day, at most thirty days ago, and its count opens the list with it', async () => {
  const opened = () => server.call('in.tl', '/aps/home/visits', { visits: [{ path: PAGE, times: 1 }] })
  const dayOf = async () => /\d{4}-\d\d-\d\d/.exec((await cards('in.tl'))[0]!.note!)![0]
  const [days] = await server.query<{ month: string; earlier: string }>(
    `select ((product_now() - interval '30 days') + interval '330 minutes')::date::text as month,
       ((product_now() - interval '3 days') + interval '330 minutes')::date::text as earlier`,
  )
  expect(await dayOf()).toBe(days!.month)
  // A visit of today hides nothing that has been new since an earlier one.
  await opened()
  expect(await dayOf()).toBe(days!.month)
  await server.query(`update page_visit set last_at = product_now() - interval '3 days' where path = $1`, [PAGE])
  expect(await dayOf()).toBe(days!.earlier)
  await opened()
  await opened()
  expect(await dayOf()).toBe(days!.earlier)
  await server.query(`update page_visit set earlier_at = product_now() - interval '300 days' where path = $1`, [PAGE])
  expect(await dayOf()).toBe(days!.month)

  await server.query(
    `update price_row set known_from = product_now() - interval '90 days' where known_from > product_now() - interval '90 days'`,
  )
  const entered = await server.query(
    `update price_row set known_from = product_now() - interval '1 day' where id in (select r.id from price_row r
       join price_key k on k.id = r.key_id join area a on a.id = k.area_id where a.idc_code = 'IN' and r.known_until is null order by r.id limit 3) returning id`,
  )
  const added = await figure('in.tl', 'price_row', 'new')
  expect([added?.value, entered.length]).toEqual(['3', 3])
  const [page, query] = added!.url.split('?')
  expect(page).toBe('/process/price/pc/maintainList')
  const asked = Object.fromEntries(new URLSearchParams(query))
  expect((await server.call<{ recordTotal: number }>('in.tl', '/aps/gs/price/count', asked)).data.recordTotal).toBe(3)
  for (const enteredFrom of ['2026-02-30', '2026-02-03T25:00:00Z'])
    expect((await server.call('in.tl', '/aps/gs/price/count', { enteredFrom })).status).toBe(400)

  await server.query(`update price_classification set updated_at = product_now() - interval '90 days'`)
  await server.query(`update price_classification set updated_at = product_now() where code = (select min(code) from price_classification
    where scope_id = (select min(k.scope_id) from price_key k join area a on a.id = k.area_id where a.idc_code = 'IN'))`)
  const changed = await figure('in.tl', 'product_priceClassification', 'new')
  expect(changed?.value).toBe('1')
  const of = Object.fromEntries(new URLSearchParams(changed!.url.split('?')[1]))
  const listed = await server.call<{ records: object[] }>('in.tl', '/aps/priceClassification/queryPage', of)
  expect(listed.data.records.length).toBe(1)
  const wrong = { updatedAtFrom: 'yesterday' }
  expect((await server.call('in.tl', '/aps/priceClassification/queryPage', wrong)).status).toBe(400)
})

it('what waits are the tasks of the documents of the group, and the drafts of the reader', async () => {
  const { data: tasks } = await server.get<readonly { documentType: string; total: number }[]>(
    'in.manager',
    '/aps/task/summary',
  )
  const waiting = (await cards('in.manager')).find(({ key }) => key === 'waiting')
  const own = tasks.filter(({ documentType }) => documentType.startsWith('price'))
  expect(own.length).toBeLessThan(tasks.length)
  expect(waiting?.figures.map(({ key, value }) => [key, value])).toEqual(
    own.map(({ documentType, total }) => [documentType, String(total)]),
  )
  expect((await cards('hq.auditor')).find(({ key }) => key === 'waiting')).toMatchObject({ figures: [] })
})
