import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { demoDatabase, type DemoServer } from '#test/helpers/servers/demo-server.ts'
import type { OwnPrice } from '../own/own-price.list.ts'
import type { PriceRow } from './price-row.list.ts'

// The price management list: whose rows each reader sees, what it said on a past day, and who sees cost, margin and floor.

let world: DownloadWorld
let server: DemoServer

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  server = world.server
  await world.startWorker()
  await server.query(PUT)
})
afterAll(() => world?.close())

/** A cut for ten days in the past, one that comes, and one that was revoked before it began, of one product of India. */
const PUT = `
  with k as (select k.id, k.scope_id from price_key k where k.id = (select min(n.id) from price_key n join area a on a.id = n.area_id where a.idc_code = 'IN')),
    asked as (select k.id as key, k.scope_id, x.* from k cross join (values
      (1, product_now() - interval '40 days', product_now() - interval '30 days', 80, 'temporary', 'put', product_now() - interval '45 days', 'PA2601000001'),
      (2, product_now() + interval '30 days', null::timestamptz, 70, 'replace', 'put', product_now() - interval '5 days', 'PA2601000002'),
      (3, product_now() + interval '90 days', null, 60, 'replace', 'put', product_now() - interval '4 days', 'PA2601000003'),
      (4, product_now() + interval '90 days', null, 60, 'clear', 'revoke', product_now() - interval '3 days', null)) x (n, from_at, to_at, price, mode, act, at, no)),
    rows as (select n, mode, act, at, row(null, null, null, key, from_at, to_at, null, null, null, scope_id, price, 'exclusive', 0, price + 10, 50, 25, null,
      'promotion', null, 'Manager', 'priceReview', null, no, n, null)::price_row as r from asked order by n)
  select price_row_put(array[r], array[mode], array[act], array[n], at, 1, 'priceReview', null, null, 'The market moved') from rows order by n`

const LIST = '/aps/gs/price'
interface PageOf {
  readonly records: readonly PriceRow[]
}
const read = async (account: string, asked: object = {}): Promise<readonly PriceRow[]> => {
  const { data, status, msg } = await server.call<PageOf>(account, `${LIST}/queryByPage`, { limit: 500, ...asked })
  expect([status, msg]).toEqual([200, expect.anything()])
  return data.records
}
const total = async (account: string, asked: object = {}): Promise<number> =>
  (await server.call<{ recordTotal: number }>(account, `${LIST}/count`, asked)).data.recordTotal

const one = async (account: string, no: string): Promise<PriceRow> => (await read(account, { no }))[0]!

/** A file as it is downloaded. */
async function fileOf(account: string, asked: object): Promise<string> {
  const { data } = await server.call<{ taskId: string }>(account, `${LIST}/export`, { format: 'csv', ...asked })
  const task = await world.ended(account, data.taskId)
  expect([task.resultDescr, task.status]).toEqual([task.resultDescr, 2])
  return (await server.fetch(account, task.downloadUrl ?? '')).bytes.toString('utf8')
}

describe('price management list', () => {
  it('a reader sees the prices of their own organisations alone, however they filter', async () => {
    const rows = await read('in.channel')
    expect(new Set(rows.map(({ areaName }) => areaName)).size).toBe(1)
    expect(await total('in.channel')).toBeLessThan(await total('hq.auditor'))
    const { id, skuCode } = await one('in.channel', 'PA2601000002')
    for (const asked of [
      { no: 'PA2601000002' },
      { skuCode, currency: 'INR' },
      { idcCode: 'IN' },
      { currency: 'INR', sort: ['price'] },
    ])
      expect([asked, await read('id.channel', asked)]).toEqual([asked, []])
    for (const path of [
      '/aps/gs/price/detail',
      '/aps/price/detail/v2',
      '/aps/price/history/get',
      '/aps/price/detail/export',
    ])
      expect([path, (await server.call('id.channel', path, { id })).status]).toEqual([path, 404])
    expect((await server.call('in.dist', `${LIST}/queryByPage`, {})).status).toBe(403)
  })

  it('a price is to be effective, effective, expired or inactivated', async () => {
    expect(await one('in.channel', 'PA2601000001')).toMatchObject({
      state: 'expired',
      price: '80.00',
      previousPrice: '90.00',
      changePercent: '-11.11',
    })
    expect((await one('in.channel', 'PA2601000002')).state).toBe('pending')
    expect((await one('in.channel', 'PA2601000003')).state).toBe('inactivated')
    for (const state of ['pending', 'effective', 'expired', 'inactivated'])
      expect([state, [...new Set((await read('in.channel', { state })).map((row) => row.state))]]).toEqual([
        state,
        [state],
      ])
    expect(await total('in.channel', { state: 'inactivated' })).toBe(1)
  })

  it('the list as of a past day says what it said then: not what was entered or ended later', async () => {
    const { skuCode, tradeTermCode, classificationCode, currency } = await one('in.channel', 'PA2601000001')
    const key = { skuCode, tradeTermCode, classificationCode, currency }
    const [day] = await server.query<{ cut: string; before: string; announced: string }>(
      `select (product_now() - interval '35 days')::date::text as cut, (product_now() - interval '60 days')::date::text as before,
         (product_now() - interval '4 days')::date::text as announced`,
    )
    const prices = async (asOf: string, more: object = {}) =>
      (await read('in.channel', { ...key, asOf, ...more })).map(({ no, state }) => [no, state])
    expect(await prices(day!.cut)).toEqual([['PA2601000001', 'effective']])
    expect(await prices(day!.before)).toEqual([[null, 'effective']])
    expect(await prices(day!.announced, { state: 'pending' })).toEqual([
      ['PA2601000002', 'pending'],
      ['PA2601000003', 'pending'],
    ])
    expect((await server.call('in.channel', `${LIST}/queryByPage`, { asOf: '2026-02-30' })).status).toBe(400)
  })

  it('prices in force are the same whether each is looked up by its key or all are read in another order', async () => {
    const { skuCode, classificationCode } = await one('in.channel', 'PA2601000001')
    const [{ day } = { day: '' }] = await server.query<{ day: string }>(
      `select (product_now() - interval '60 days')::date::text as day`,
    )
    for (const account of ['in.channel', 'admin'])
      for (const filters of [{ skuCode }, { classificationCode, skuCode }, { skuCode, effectiveFrom: day }])
        for (const at of [{}, { asOf: day }]) {
          const asked = { ...filters, ...at, state: 'effective' }
          const ids = async (sort: readonly string[]) =>
            (await read(account, { ...asked, sort })).map(({ id }) => id).toSorted()
          const byKey = await ids([])
          expect(byKey.length).toBeGreaterThan(0)
          expect([account, asked, byKey]).toEqual([account, asked, await ids(['price'])])
          expect([account, asked, byKey.length]).toEqual([account, asked, await total(account, asked)])
        }
  })

  it('cost, margin and floor reach nobody without their right, not by an order and not in a file', async () => {
    const [seller, finance] = [await one('in.channel', 'PA2601000002'), await one('hq.pricing', 'PA2601000002')]
    expect(seller).toMatchObject({ costBasis: null, margin: null, floorMargin: null })
    expect(finance).toMatchObject({ costBasis: '50.00', margin: '25.00', floorMargin: expect.any(String) })
    const key = { classificationCode: seller.classificationCode, tradeTermCode: seller.tradeTermCode, limit: 500 }
    const order = async (sort: readonly string[]) =>
      (await read('in.channel', { ...key, sort })).map(({ id }) => Number(id))
    for (const sort of ['margin', 'costBasis'])
      expect([sort, await order([sort])]).toEqual([sort, (await order([sort])).toSorted((a, b) => a - b)])
    const asked = { no: 'PA2601000002' }
    expect(await fileOf('in.channel', asked)).not.toMatch(/Cost|margin|Floor|50\.00|25\.00/)
    expect(await fileOf('hq.pricing', asked)).toMatch(/Cost[\s\S]*50\.00/)
    expect((await server.call('in.channel', `${LIST}/export`, { ...asked, columns: ['margin'] })).status).toBe(400)
    const role = async (account: string) => (await server.call<object>(account, '/aps/price/role/get', {})).data
    expect(await role('in.channel')).toMatchObject({ cost: false, margin: false, floor: false })
    expect(await role('hq.pricing')).toMatchObject({ cost: true, margin: true, floor: true })
  })

  it('the file is asked for again until it is there', async () => {
    const ask = () =>
      server.call<{ downloadUrl: string } | null>('in.channel', '/aps/price/list/async/export', {
        no: 'PA2601000001',
        format: 'csv',
      })
    expect((await ask()).code).toBe(9_000_007)
  })

  it('a price is shown with everything that stands of its key, and with its history', async () => {
    const { id } = await one('in.channel', 'PA2601000002')
    const { data } = await server.call<{ row: PriceRow; intervals: readonly PriceRow[] }>(
      'in.channel',
      '/aps/price/detail/v2',
      { id },
    )
    expect(data.row.id).toBe(id)
    expect(data.intervals.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['expired', 'effective', 'pending']),
    )
    interface Change {
      readonly id: string
      readonly act: string
      readonly reason: string
      readonly documentNo: string
      readonly children: readonly { readonly act: string }[]
    }
    const history = await server.call<{ records: readonly Change[]; recordTotal: number }>(
      'in.channel',
      '/aps/price/history/get',
      { id },
    )
    expect(history.data.recordTotal).toBeGreaterThan(4)
    expect(
      history.data.records.slice(0, 4).map(({ act, children }) => [act, ...children.map((child) => child.act)]),
    ).toEqual([
      ['revoke', 'remove'],
      ['put', 'cut'],
      ['put', 'cut'],
      ['put', 'cut', 'split'],
    ])
    expect(history.data.records[0]!.reason).toBe('The market moved')
    const change = history.data.records[3]!
    const path = '/aps/price/history/change/detail'
    const found = await server.call<{ change: Change; after: PriceRow }>('in.channel', path, { id: change.id })
    expect(found.data).toMatchObject({ change, before: null, after: { price: '80.00', margin: null } })
    expect((await server.call('id.channel', path, { id: change.id })).status).toBe(404)
    expect((await server.call('in.channel', path, { id: history.data.records[0]!.id })).status).toBe(200)
  })

  it('the price of a product for a customer or a classification says where it comes from', async () => {
    const { skuCode, spuCode, tradeTermCode, classificationCode, areaId } = await one('in.channel', 'PA2601000002')
    const asked = { classificationCode, tradeTermCode, currency: 'INR' }
    const check = '/gs/IN/oversea/aps/price/check'
    const { data } = await server.call<readonly object[]>('in.channel', check, {
      ...asked,
      lines: [{ skuCode }, { skuCode: 'NONE' }],
    })
    expect(data).toMatchObject([
      { skuCode, source: 'classification', missing: 0, costBasis: null, margin: null, floorMargin: null },
      { skuCode: 'NONE', price: null, source: null, missing: 1 },
    ])
    const spu = await server.call<readonly object[]>('in.channel', '/aps/price/spu/detail', {
      ...asked,
      areaId,
      spuCode,
    })
    expect(spu.data).toContainEqual(expect.objectContaining({ skuCode, source: 'classification' }))
    const lastDay = (await one('in.channel', 'PA2601000002')).effectiveTo
    const coming = { ...asked, day: lastDay, lines: [{ skuCode }] }
    expect((await server.call<readonly object[]>('hq.pricing', check, coming)).data).toMatchObject([
      { price: '70.00', costBasis: expect.any(String) },
    ])
    expect((await server.call('id.channel', check, { ...asked, lines: [{ skuCode }] })).status).toBe(404)
    expect(
      (await server.call('in.channel', check, { ...asked, distributorCode: 'C-IN-0001', lines: [{ skuCode }] })).status,
    ).toBe(400)
    expect((await server.call('in.dist', check, { ...asked, lines: [{ skuCode }] })).status).toBe(403)
  })
})

describe('price inquiry', () => {
  const INTERVALS = '/gs/IN/oversea/aps/price/check/intervals'
  const intervals = async (account: string, asked: object) =>
    (await server.call<readonly PriceRow[]>(account, INTERVALS, asked)).data

  it('an inquiry shows what stands of the key before and after the day, and of a customer that of their classification, too', async () => {
    const { skuCode, tradeTermCode, classificationCode } = await one('in.channel', 'PA2601000002')
    const party = { tradeTermCode, currency: 'INR', skuCode }
    const rows = await intervals('in.channel', { ...party, classificationCode })
    expect([...new Set(rows.map(({ state }) => state))]).toEqual(['expired', 'effective', 'pending'])
    expect(rows.map(({ effectiveFrom }) => effectiveFrom)).toEqual(
      rows.map(({ effectiveFrom }) => effectiveFrom).toSorted(),
    )
    expect(rows.every((row) => row.costBasis === null && row.margin === null && row.floorMargin === null)).toBe(true)
    expect((await intervals('hq.pricing', { ...party, classificationCode }))[0]!.costBasis).not.toBeNull()
    const [buyer] = await server.query<{ code: string }>(
      `select min(u.code) as code from customer u join country y on y.code = u.country_code join area a on a.id = y.area_id
       where a.idc_code = 'IN' and u.classification_code = $1`,
      [classificationCode],
    )
    const ofCustomer = { ...party, distributorCode: buyer!.code }
    expect((await intervals('in.channel', ofCustomer)).filter((row) => row.customerCode === null)).toEqual(rows)
  })

  it('a price inquiry for an area or a customer that the reader does not see is refused, and so is one without the right', async () => {
    const { skuCode, tradeTermCode, classificationCode } = await one('in.channel', 'PA2601000002')
    const asked = { tradeTermCode, currency: 'INR', skuCode, classificationCode }
    const status = async (account: string, body: object) => (await server.call(account, INTERVALS, body)).status
    expect(await status('id.channel', asked)).toBe(404)
    expect(await status('in.dist', asked)).toBe(403)
    expect(await status('in.channel', { ...asked, classificationCode: null, distributorCode: 'C-ID-0001' })).toBe(404)
    expect(await status('in.channel', { ...asked, distributorCode: 'C-IN-0001' })).toBe(400)
    expect(await status('in.channel', { ...asked, classificationCode: null })).toBe(400)
    expect(await status('in.channel', { ...asked, currency: null })).toBe(400)
    expect(await status('in.channel', { ...asked, day: '2026-02-30' })).toBe(400)
    expect(await intervals('in.channel', { ...asked, skuCode: 'NONE' })).toEqual([])
  })

  it('a person who is limited to a customer sees of its inquiry what is for that customer alone', async () => {
    const { skuCode, tradeTermCode } = await one('in.channel', 'PA2601000002')
    await server.query(
      `insert into user_customer (user_id, customer_code) select id, 'C-IN-0001' from app_user where account = 'in.tl'`,
    )
    const { status, data } = await server.call<readonly PriceRow[]>('in.tl', INTERVALS, {
      tradeTermCode,
      currency: 'INR',
      skuCode,
      distributorCode: 'C-IN-0001',
    })
    expect([status, data.filter((row) => row.customerCode !== 'C-IN-0001')]).toEqual([200, []])
  })
})

describe('prices of a distributor', () => {
  const OWN = '/aps/price/own'
  const own = async (asked: object = {}) =>
    (await server.call<{ records: readonly OwnPrice[] }>('in.dist', `${OWN}/queryByPage`, { limit: 500, ...asked }))
      .data.records

  it('a distributor sees what is in force and announced for their customer and its classification, and nothing of how it came about', async () => {
    const [mine] = await server.query<{ classification: string }>(
      `select classification_code as classification from customer where code = 'C-IN-0001'`,
    )
    const rows = await own()
    expect(rows.length).toBeGreaterThan(0)
    const foreign = await server.query<{ id: string }>(
      `select r.id::text from price_row r join price_key k on k.id = r.key_id
       where k.classification_code is distinct from $1 and k.customer_code is distinct from 'C-IN-0001'`,
      [mine!.classification],
    )
    const others = new Set(foreign.map(({ id }) => id))
    expect(rows.filter(({ id }) => others.has(id.split('-')[0]!))).toEqual([])
    const names = [
      'costBasis',
      'margin',
      'floorMargin',
      'previousPrice',
      'changePercent',
      'basis',
      'no',
      'creatorRole',
      'classificationCode',
    ]
    for (const name of names) {
      expect([name, rows.some((row) => name in row)]).toEqual([name, false])
      expect([name, (await server.call('in.dist', `${OWN}/queryByPage`, { sort: [name] })).status]).toEqual([name, 400])
      expect([name, (await server.call('in.dist', `${OWN}/export`, { columns: [name] })).status]).toEqual([name, 400])
    }
    for (const path of [
      '/aps/gs/price/detail',
      '/aps/price/detail/v2',
      '/aps/price/history/get',
      '/aps/price/role/get',
    ])
      expect([path, (await server.call('in.dist', path, { id: rows[0]!.id.split('-')[0] })).status]).toEqual([
        path,
        403,
      ])
  })

  it('an announced price is theirs to see from its approval on, and a past one is not', async () => {
    await server.query(`update customer set classification_code = k.classification_code from (select distinct k.classification_code from price_row r join price_key k on k.id = r.key_id
      where r.source_no = 'PA2601000002') k where customer.code = 'C-IN-0001'`)
    await server.query(`insert into customer_trade_term (code, customer_code, trade_term_code, scope_id)
      select 'TEST-' || t, 'C-IN-0001', t, (select scope_id from customer where code = 'C-IN-0001') from (select distinct k.trade_term_code as t from price_row r
      join price_key k on k.id = r.key_id where r.source_no = 'PA2601000002') k on conflict do nothing`)
    expect((await own({ state: 'pending' })).map(({ price }) => price)).toContain('70.00')
    expect((await own()).map(({ price }) => price)).not.toContain('80.00')
    expect((await own()).map(({ price }) => price)).not.toContain('60.00')
  })

  it('a person who is limited to no customer reads no own prices, even with every right', async () => {
    expect((await server.call<{ records: object[] }>('admin', `${OWN}/queryByPage`, {})).data.records).toEqual([])
  })
})
