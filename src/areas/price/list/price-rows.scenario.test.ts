import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { PriceRow } from './price-row.list.ts'

// The price management list: whose rows each reader sees, what it said on a past day, and who sees cost, margin and floor.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  await server.query(PUT)
})
afterAll(() => server?.close())

/** A cut for ten days in the past, one that comes, and one that was revoked before it began, of one product of India. */
const PUT = `
  with k as (select k.id, k.scope_id from price_key k join area a on a.id = k.area_id where a.idc_code = 'IN' order by k.id limit 1),
    asked as (select k.id as key, k.scope_id, x.* from k cross join (values
      (1, now() - interval '40 days', now() - interval '30 days', 80, 'temporary', 'put', now() - interval '45 days', 'PA2601000001'),
      (2, now() + interval '30 days', null::timestamptz, 70, 'replace', 'put', now() - interval '5 days', 'PA2601000002'),
      (3, now() + interval '90 days', null, 60, 'replace', 'put', now() - interval '4 days', 'PA2601000003'),
      (4, now() + interval '90 days', null, 60, 'clear', 'revoke', now() - interval '3 days', null)) x (n, from_at, to_at, price, mode, act, at, no)),
    rows as (select n, mode, act, at, row(null, null, null, key, from_at, to_at, null, null, null, scope_id, price, 'exclusive', 0, price + 10, 50, 25, null,
      'promotion', null, 'Manager', 'priceReview', null, no, n)::price_row as r from asked order by n)
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

describe('price management list', () => {
  it('a reader sees the prices of their own organisations alone, however they filter', async () => {
    const rows = await read('in.channel')
    expect(new Set(rows.map(({ areaName }) => areaName)).size).toBe(1)
    expect(await total('in.channel')).toBeLessThan(await total('hq.auditor'))
    console.log(rows.slice(0, 3), await total('in.channel'), await total('hq.auditor'))
  })
})
