import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { placeOf } from '#kernel/engine/document/list/keyed-page.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { FUNDS_LISTS, type FundsRow } from '../lists/funds.list.ts'
import { farCount, farKeys, type FlowAsked, flowBoundary, type FlowKey, nearCount, nearKeys } from './flow.queries.ts'
import { flowRows, listRows } from '../lists/funds-list.queries.ts'
import type { ListReader } from '../lists/list-sources.server.ts'

// Movements of customer funds are paged by key: from every position the same rows, whichever way they are found.

let server: DemoServer
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  pool = createPool({ databaseUrl: url, max: 2, name: 'test' })
})

afterAll(async () => {
  await pool?.end()
  await server?.close()
})

interface Found {
  readonly records: readonly FundsRow[]
  readonly edges: { readonly hasNewer: boolean; readonly hasOlder: boolean }
}

const page = async (account: string, asked: object = {}) =>
  (await server.call<Found>(account, '/aps/funds/flow/page', asked)).data
const ids = ({ records }: Pick<Found, 'records'>) => records.map(({ id }) => id)

it('the flow of funds is paged in both directions, every movement once in posting order', async () => {
  const seen: string[] = []
  let from: string | undefined
  for (let turn = 0; turn < 4; turn += 1) {
    const found = await page('in.finance', { limit: 10, ...(from ? { from } : {}) })
    expect([found.records.length, found.edges]).toEqual([10, { hasNewer: turn > 0, hasOlder: true }])
    seen.push(...ids(found))
    from = seen.at(-1)!
  }
  const order = (id: string) => id.split('-').reduce((sum, part) => sum * 100_000 + Number(part), 0)
  expect(new Set(seen).size).toBe(40)
  expect(seen).toEqual(seen.toSorted((one, other) => order(other) - order(one)))
  const back = await page('in.finance', { limit: 10, from: seen[30], way: 'newer' })
  expect([ids(back), back.edges]).toEqual([seen.slice(20, 30), { hasNewer: true, hasOlder: true }])
  const first = await page('in.finance', { limit: 10, from: seen[10], way: 'newer' })
  expect([ids(first), first.edges.hasNewer]).toEqual([seen.slice(0, 10), false])
  const last = await page('in.finance', { limit: 10, way: 'oldest' })
  expect([last.records.length, last.edges]).toEqual([10, { hasNewer: true, hasOlder: false }])
  const beyond = await page('in.finance', { limit: 10, from: last.records.at(-1)?.id })
  expect([beyond.records, beyond.edges]).toEqual([[], { hasNewer: true, hasOlder: false }])
})

it('the flow of funds has numbered pages as far as 10,000 rows, which are those that one walks through', async () => {
  const walked = await page('in.finance', { limit: 50 })
  for (const at of [1, 2, 3]) {
    const found = await page('in.finance', { limit: 10, page: at })
    expect(ids(found)).toEqual(ids(walked).slice((at - 1) * 10, at * 10))
    expect(found.edges).toEqual({ hasNewer: at > 1, hasOlder: true })
  }
  expect((await page('in.finance', { limit: 500, page: 20 })).records).toEqual([])
  for (const body of [
    { limit: 500, page: 21 },
    { page: 501 },
    { page: 2, from: ids(walked)[0] },
    { page: 2, way: 'oldest' },
  ])
    expect([body, (await server.call('in.finance', '/aps/funds/flow/page', body)).status]).toEqual([body, 400])
})

it('the flow of funds refuses an order other than its own', async () => {
  for (const body of [{ sort: ['-at'] }, { from: 'x' }, { way: 'up' }])
    expect([body, (await server.call('in.finance', '/aps/funds/flow/page', body)).status]).toEqual([body, 400])
})

describe('a page of the flow of funds', () => {
  const readers: readonly [string, () => Promise<ListReader>][] = [
    ['everybody', async () => reader({ scope: 'all' })],
    ['a country', async () => reader({ scope: [await organisation('ID')] })],
    ['nobody', async () => reader({ scope: [] })],
  ]
  const asks: readonly FlowAsked[] = [
    {},
    { kind: 'REBATE' },
    { kind: 'RECEIVABLE', bucket: 'crd' },
    { currency: 'IDR' },
    { customerCode: 'ID-' },
  ]
  const reader = (principal: ListReader['principal']): ListReader => ({
    principal,
    language: 'en',
    today: '2026-01-01',
  })
  const organisation = async (code: string) =>
    (await server.query<{ id: number }>('select organisation_id as id from country where code = $1', [code]))[0]!.id
  const idOf = ({ journal_id: journal, position }: FlowKey) => `${journal}-${position}`
  const everywhere = { first: null, before: null }

  it.each(readers)('a page of the flow of funds equals the whole list for %s', async (_name, readerOf) => {
    const who = await readerOf()
    const found: number[] = []
    for (const asked of asks) {
      const whole = await reading(pool, (tx) => tx.rows(listRows(FUNDS_LISTS.flow, who, asked as never, [])))
      const all = whole.map((row) => String(row['id']))
      found.push(all.length)
      const counting = { asked, place: placeOf(null, 'older'), bounds: everywhere }
      const counts = [nearCount(who, counting, 1_000_000), farCount(who, counting, 1_000_000)]
      for (const count of counts)
        expect([asked, await reading(pool, (tx) => tx.first(count))]).toEqual([asked, { total: all.length }])
      for (const at of [null, 3, Math.floor(all.length / 2), all.length - 2])
        for (const way of ['older', 'newer', 'oldest'] as const) {
          const from = at === null ? null : (all[at] ?? null)
          if (from === null && (way === 'newer' || at !== null)) continue
          const place = placeOf(from, way)
          const limit = 7
          const expected =
            way === 'older'
              ? all.slice(from === null ? 0 : at! + 1).slice(0, limit)
              : all
                  .slice(0, way === 'oldest' ? all.length : at!)
                  .slice(-limit)
                  .toReversed()
          const given = { asked, place, bounds: everywhere, limit }
          const near = await reading(pool, (tx) => tx.rows(nearKeys(who, given)))
          const far = await reading(pool, (tx) => tx.rows(farKeys(who, given)))
          expect([asked, from, way, far.map(idOf)]).toEqual([asked, from, way, expected])
          // Near enough, both find the same; rare ones are not found among the nearest alone.
          expect(expected.slice(0, near.length)).toEqual(near.map(idOf))
        }
    }
    expect(Math.max(...found) > 20).toBe(who.principal.scope.length > 0)
  })
})

it('a movement shows the same balances on a page as in the file of all movements', async () => {
  const who: ListReader = { principal: { scope: 'all' }, language: 'en', today: '2026-01-01' }
  const whole = await reading(pool, (tx) => tx.rows(listRows(FUNDS_LISTS.flow, who, {}, [])))
  const keys = whole.map((row): FlowKey => {
    const [journal = '', position] = String(row['id']).split('-')
    return { journal_id: journal, position: Number(position) }
  })
  const [bounds] = await server.query<{ middle: number }>(
    `select (min(journal_id) + max(journal_id))::int / 2 as middle from ledger_posting where ledger = 'funds'`,
  )
  const older = keys.filter((key) => Number(key.journal_id) < bounds!.middle).length
  expect(Math.min(older, keys.length - older)).toBeGreaterThan(5)
  expect(await reading(pool, (tx) => tx.rows(flowRows(FUNDS_LISTS.flow, who, keys)))).toEqual(whole)
})

it('the flow of funds filters by days and finds the journals between them', async () => {
  const everything = await page('hq.finance', { limit: 500 })
  const times = everything.records.map((row) => String(row['at'])).toSorted()
  const [from, to] = [times[20]!, times[times.length - 20]!]
  const found = await page('hq.finance', { limit: 500, atFrom: from, atTo: to })
  const inside = everything.records.filter((row) => String(row['at']) >= from && String(row['at']) < to)
  expect(inside.length).toBeGreaterThan(5)
  expect(ids(found).slice(0, inside.length)).toEqual(ids({ records: inside }))
  expect((await page('hq.finance', { atFrom: '2199-01-01' })).records).toEqual([])
  expect((await page('hq.finance', { atTo: '2001-01-01' })).records).toEqual([])
  const counted = async (asked: object) =>
    (await server.call<{ recordTotal: number }>('hq.finance', '/aps/funds/flow/page/count', asked)).data.recordTotal
  const [exact] = await server.query<{ total: number }>(
    `select count(*)::int as total from ledger_posting p join ledger_journal j on j.id = p.journal_id join funds_account a on a.id = p.account_id
     where p.ledger = 'funds' and a.customer_code is not null and j.at >= $1 and j.at < $2`,
    [from, to],
  )
  expect(await counted({ atFrom: from, atTo: to })).toBe(exact!.total)
  // A day before it, because an earlier request may be posted last.
  const [first] = await server.query<{ id: string }>(
    `select min(j.id)::text as id from ledger_journal j join ledger_posting p on p.journal_id = j.id and p.ledger = 'funds'
     where j.at >= $1::timestamptz - interval '1 day'`,
    [from],
  )
  expect(await reading(pool, (tx) => tx.first(flowBoundary(from, false)))).toEqual({ id: first!.id })
})

it('the demonstration posts funds in the order of their times', async () => {
  const strays = await server.query(
    `select id from (select j.id, j.at, max(j.at) over (order by j.id) as latest from ledger_journal j
       where exists (select from ledger_posting p where p.journal_id = j.id and p.ledger = 'funds')) j where at < latest - interval '1 day'`,
  )
  expect(strays).toEqual([])
})
