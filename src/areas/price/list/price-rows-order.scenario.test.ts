import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { demoDatabase, type DemoServer } from '#test/helpers/servers/demo-server.ts'
import type { PriceRow } from './price-row.list.ts'

// The prices of a classification, of a customer and of a day are read by indexes in the order of the list: they are held against a plain query.

let world: DownloadWorld
let server: DemoServer

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  server = world.server
  await world.startWorker()
})
afterAll(() => world?.close())

const LIST = '/aps/gs/price'
const idsOf = async (asked: object): Promise<readonly string[]> => {
  const { data, status, msg } = await server.call<{ records: readonly PriceRow[] }>('admin', `${LIST}/queryByPage`, {
    limit: 500,
    ...asked,
  })
  expect([asked, status, msg]).toEqual([asked, 200, expect.anything()])
  return data.records.map(({ id }) => id)
}

/** The rows of a customer or a classification, judged one by one. */
const PLAIN = `
  select r.id::text from price_row r join price_key k on k.id = r.key_id join organisation o on o.id = r.scope_id
  cross join lateral (select case when $3::date is null then product_now() else day_begin($3::date + 1, o.timezone) - interval '1 microsecond' end as at) w
  cross join lateral (select case when $3::date is null then r.known_until is null
      else r.known_from <= w.at and coalesce(r.known_until > w.at, true) end as stands,
    case when $3::date is null then r.known_until is not null else r.known_from <= w.at and coalesce(r.known_until <= w.at, false) end as ended) s
  where (k.customer_code = $1 or k.classification_code = $2) and case $4::text
    when 'effective' then s.stands and r.valid_from <= w.at and coalesce(r.valid_to > w.at, true)
    when 'pending' then s.stands and r.valid_from > w.at
    when 'expired' then s.stands and coalesce(r.valid_to <= w.at, false)
    when 'inactivated' then s.ended and coalesce(r.ended_by = 'revoke', false)
    else s.stands or s.ended and coalesce(r.ended_by = 'revoke', false) end
  order by r.known_from desc, r.id desc limit 500`

describe('price list in the order of entry', () => {
  it('the prices of a classification and of a customer are those of their keys, in every state, today and as of past days', async () => {
    const [party] = await server.query<{ customer: string; classification: string }>(
      `select min(k.customer_code) as customer, min(k.classification_code) as classification from price_key k`,
    )
    const days = await server.query<{ day: string }>(
      `select (product_now() - n * interval '1 day')::date::text as day from unnest(array[10, 45, 100]) n`,
    )
    const parties: readonly { readonly customerCode?: string; readonly classificationCode?: string }[] = [
      { customerCode: party!.customer },
      { classificationCode: party!.classification },
    ]
    const found = new Set<string>()
    for (const asOf of [undefined, ...days.map(({ day }) => day)])
      for (const state of ['', 'effective', 'pending', 'expired', 'inactivated'])
        for (const asked of parties) {
          const { customerCode, classificationCode } = asked
          // As of a day the list is of what was in force, unless a state is named.
          const judged = asOf && state === '' ? 'effective' : state
          const plain = await server.query<{ id: string }>(PLAIN, [
            customerCode ?? null,
            classificationCode ?? null,
            asOf ?? null,
            judged,
          ])
          const ids = plain.map(({ id }) => id)
          const filters = { ...asked, state, ...(asOf ? { asOf } : {}) }
          expect([filters, await idsOf(filters)]).toEqual([filters, ids])
          if (ids.length > 0) found.add(state)
        }
    expect(found).toContain('effective')
    expect(found).toContain('expired')
  })

  it('a price of one day is in the list of that day alone, however far from UTC its organisation is', async () => {
    const [key] = await server.query<{ id: number; scope: number; zone: string; sku: string; classification: string }>(
      `select k.id, k.scope_id as scope, o.timezone as zone, k.sku_code as sku, k.classification_code as classification
       from price_key k join organisation o on o.id = k.scope_id where k.id = (select max(n.id) from price_key n where n.classification_code is not null)`,
    )
    for (const zone of ['UTC+14:00', 'UTC-12:00', 'UTC+05:30']) {
      await server.query('update organisation set timezone = $1 where id = $2', [zone, key!.scope])
      const [put] = await server.query<{ no: string }>(
        `with n as (select 'DAY' || nextval('document_id') as no)
         select n.no, price_row_put(array[row(null, null, null, $1::int, day_begin('2026-03-10', $2), day_begin('2026-03-11', $2), null, null, null, $3::int, 77,
           'exclusive', 0, null, null, null, null, null, null, null, 'test', null, n.no, 1, null)::price_row], array['temporary'], array['put'], array[1],
           day_begin('2026-03-10', $2), 1, 'test', null, n.no, null) from n`,
        [key!.id, zone, key!.scope],
      )
      for (const filters of [{}, { classificationCode: key!.classification }, { skuCode: key!.sku }])
        for (const sort of [[], ['price']]) {
          const on = async (asOf: string) => (await idsOf({ ...filters, no: put!.no, asOf, sort })).length
          const days = [await on('2026-03-09'), await on('2026-03-10'), await on('2026-03-11')]
          expect([zone, filters, sort, days]).toEqual([zone, filters, sort, [0, 1, 0]])
        }
    }
    await server.query('update organisation set timezone = $1 where id = $2', [key!.zone, key!.scope])
  })

  it('a filter of products takes the beginning of a code, in the list and in its count', async () => {
    const [sku] = await server.query<{ code: string }>('select min(sku_code) as code from price_key')
    const beginning = sku!.code.slice(0, -2)
    const [plain] = await server.query<{ n: number }>(
      `select count(*)::int as n from price_row r join price_key k on k.id = r.key_id
       where starts_with(k.sku_code, $1) and r.known_until is null and r.valid_from <= product_now() and coalesce(r.valid_to > product_now(), true)`,
      [beginning],
    )
    const asked = { skuCode: beginning.toLowerCase(), state: 'effective' }
    const { data } = await server.call<{ recordTotal: number }>('admin', `${LIST}/count`, asked)
    expect([data.recordTotal, (await idsOf({ ...asked, limit: 500 })).length]).toEqual([
      plain!.n,
      Math.min(500, plain!.n),
    ])
    expect(plain!.n).toBeGreaterThan(0)
  })

  it('columns of percent say so in their titles, and the role of a creator is in the language of the reader', async () => {
    const [made] = await server.query<{ no: string }>(
      `select source_no as no from price_row where creator_role = 'Channel Manager' and known_until is null`,
    )
    const asked = { format: 'csv', columns: ['margin', 'taxRate', 'creatorRole'], no: made!.no }
    const read = async (language: 'zh' | 'en') => {
      const { data } = await server.call<{ taskId: string }>('admin', `${LIST}/export`, asked, language)
      const task = await world.ended('admin', data.taskId)
      const [titles = '', first = ''] = (await server.fetch('admin', task.downloadUrl ?? '')).bytes
        .toString('utf8')
        .split('\r\n')
      return [titles.replaceAll('\uFEFF', ''), first.split(',')[2]]
    }
    expect(await read('en')).toEqual(['Gross margin (%),Tax rate (%),Creator role', 'Channel Manager'])
    const [titles, role] = await read('zh')
    expect(titles).toContain('(%)')
    expect(role).toMatch(/^[\u4E00-\u9FFF]+$/)
  })

  it('a file of some columns says of each price what the file of all columns says', async () => {
    const fileOf = async (columns?: readonly string[]): Promise<readonly (readonly string[])[]> => {
      const asked = { format: 'csv', asOf: '2026-03-10', currency: 'INR', ...(columns ? { columns } : {}) }
      const { data } = await server.call<{ taskId: string }>('admin', `${LIST}/export`, asked)
      const task = await world.ended('admin', data.taskId)
      const text = (await server.fetch('admin', task.downloadUrl ?? '')).bytes.toString('utf8')
      return text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
    }
    const some = await fileOf(['skuCode', 'state', 'classificationCode', 'price'])
    const all = await fileOf()
    const places = some[0]!.map((title) => all[0]!.indexOf(title))
    expect(some.length).toBeGreaterThan(10)
    expect(some).toEqual(all.map((line) => places.map((place) => line[place])))
  })
})
