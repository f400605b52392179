import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { summedColumns } from '#kernel/engine/read-list/read-list.ts'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { FUNDS_LIST_NAMES, type FundsListName } from './funds-list-names.ts'
import { FUNDS_LISTS, type FundsRow, listPath } from './funds.list.ts'
import type { InvoiceView, MovementView } from '../funds-wire.ts'
import { pageTexts } from '../locale/page-texts.ts'

// The lists as different accounts see them: by organisation, and for a customer's own people by customer.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(() => server?.close())

interface PageOf {
  readonly records: readonly FundsRow[]
}

const read = async (account: string, name: FundsListName, asked: object = {}): Promise<readonly FundsRow[]> =>
  (await server.call<PageOf>(account, `${listPath(name)}/page`, { limit: 500, ...asked })).data.records
const counted = async (account: string, name: FundsListName, asked: object = {}): Promise<number> =>
  (await server.call<{ recordTotal: number }>(account, `${listPath(name)}/page/count`, asked)).data.recordTotal
const company = async (): Promise<string> =>
  (
    await server.query<{ code: string }>(
      `select customer_code as code from user_customer c join app_user u on u.id = c.user_id where u.account = 'in.dist'`,
    )
  )[0]!.code

describe.each(FUNDS_LIST_NAMES)('the list %s', (name) => {
  const list = FUNDS_LISTS[name]

  it('the list shows a customer’s employees their company alone and an organisation its customers', async () => {
    const own = await company()
    const rows = await read('in.dist', name)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row['customerCode']))).toEqual(new Set([own]))
    expect(await counted('in.dist', name)).toBe(rows.length)
    const ofIndia = await read('in.finance', name)
    expect(ofIndia.length).toBeGreaterThan(rows.length)
    expect(ofIndia.filter((row) => !/-(IN|BD|NP|LK)-/.test(String(row['customerCode'])))).toEqual([])
    const withheld = await server.call('in.store', `${listPath(name)}/page`, {})
    expect(withheld.status).toBe(403)
    expect((await server.call('in.dist', `${listPath(name)}/export`, {})).status).toBe(403)
  })

  it('the list adds up by currency to the sum of its rows', async () => {
    if (summedColumns(list).length === 0) return
    const own = await company()
    const rows = await read('in.dist', name)
    const [sums] = (
      await server.call<readonly FundsRow[]>('in.finance', `${listPath(name)}/sum`, { customerCode: own })
    ).data
    for (const { key } of summedColumns(list))
      expect([key, sums?.[key]]).toEqual([key, amountText(sumAmounts(rows.map((row) => amount(String(row[key])))))])
  })

  it('the list sorts by its sortable columns and refuses others', async () => {
    for (const { key, isSorted } of list.columns) {
      const { status } = await server.call('hq.finance', `${listPath(name)}/page`, { sort: [`-${key}`] })
      expect([key, status]).toEqual([key, isSorted ? 200 : 400])
    }
  })

  it('the list has a text in both languages for every column, filter and value', async () => {
    const rows = await read('hq.finance', name)
    for (const { columns, words } of Object.values(pageTexts)) {
      const known = words as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>
      for (const key of [...list.columns, ...list.filters].map((each) => ('key' in each ? each.key : each.name)))
        expect([key, Object.hasOwn(columns, key)]).toEqual([key, true])
      for (const { key } of list.columns.filter((each) => each.words))
        for (const value of new Set(rows.map((row) => row[key])))
          if (value !== null)
            expect([key, value, known[key]?.[String(value)]]).toEqual([key, value, expect.any(String)])
      for (const filter of list.filters)
        for (const option of (filter.kind === 'choice' && filter.values) || [])
          expect([filter.name, option, known[filter.name]?.[option]]).toEqual([filter.name, option, expect.any(String)])
    }
  })
})

it('lists of funds filter by customer code or name, overdue, days and expiry', async () => {
  const own = await company()
  const all = await read('hq.finance', 'account')
  const row = all.find((each) => each['customerCode'] === own)!
  expect(
    (await read('hq.finance', 'account', { customerCode: String(row['customerName']).toLowerCase() })).map(
      ({ id }) => id,
    ),
  ).toEqual([row.id])
  const late = await read('hq.finance', 'account', { overdue: 'yes' })
  expect([
    late.length > 0,
    late.length < all.length,
    late.every((each) => amount(String(each['overdue'])).gt(0)),
  ]).toEqual([true, true, true])
  const overdue = await read('in.finance', 'receivable', { settled: 'overdue' })
  expect(overdue.every((each) => Number(each['daysOverdue']) > 0)).toBe(true)
  expect(
    amountText(
      sumAmounts(overdue.filter((each) => each['customerCode'] === own).map((each) => amount(String(each['open'])))),
    ),
  ).toBe(row['overdue'])
  const [ended] = await read('hq.finance', 'rebate', { state: 'ended' })
  expect(String(ended?.['expiresOn']) < productNow().toISOString().slice(0, 10)).toBe(true)
  const day = String(ended?.['expiresOn'])
  expect(await read('hq.finance', 'rebate', { expiresOnFrom: day, expiresOnTo: day })).toEqual([])
  expect((await server.call('hq.finance', '/aps/funds/rebate/page', { expiresOnFrom: '2026-02-30' })).status).toBe(400)
  expect((await server.call('hq.finance', '/aps/funds/rebate/page', { state: 'x' })).status).toBe(400)
})

it('the receivable report ages overdue items the same whether it shows all items or only overdue ones', async () => {
  const bands = summedColumns(FUNDS_LISTS.receivable).filter(({ key }) => /\d/.test(key))
  expect(bands).toHaveLength(4)
  const [all, overdue] = await Promise.all(
    ['all', 'overdue'].map(async (settled) =>
      (await server.call<readonly FundsRow[]>('in.finance', `${listPath('receivable')}/sum`, { settled })).data.find(
        ({ currency }) => currency === 'INR',
      ),
    ),
  )
  for (const { key } of bands) expect([key, all?.[key]]).toEqual([key, overdue?.[key]])
  expect(amountText(sumAmounts(bands.map(({ key }) => amount(String(overdue?.[key])))))).toBe(overdue?.['open'])
  // Without credits among all items, the bands could not differ.
  const credits = (await read('in.finance', 'receivable', { settled: 'all' })).filter(({ open }) =>
    String(open).startsWith('-'),
  )
  expect(credits.length).toBeGreaterThan(0)
  expect(credits.map((row) => row['notDue'])).toEqual(credits.map(({ open }) => open))
})

it('the report of receivables starts with open items, shows all where nothing narrows it, and takes the word of older views', async () => {
  const { start } = FUNDS_LISTS.receivable
  const numbers = async (filters: object) =>
    (await read('in.finance', 'receivable', filters)).map(({ no }) => String(no)).toSorted()
  const [all, every, open, done] = await Promise.all(
    [{}, { settled: 'all' }, start!, { settled: 'settled' }].map((filters) => numbers(filters)),
  )
  expect(start).toEqual({ settled: 'open' })
  expect(every).toEqual(all)
  expect([open!.length > 0, done!.length > 0]).toEqual([true, true])
  expect([...open!, ...done!].toSorted()).toEqual(all)
})

it('a saved view of receivables from before the filter for open items still shows the open items', async () => {
  const kept = [
    ['funds.receivable', {}],
    ['funds.receivable', { currency: 'INR', settled: '' }],
    ['funds.receivable', { settled: 'all' }],
    ['funds.rebate', {}],
  ] as const
  for (const [at, [list, filters]] of kept.entries())
    await server.query(
      `insert into saved_view (owner_id, list, name, content) select id, $1, $2, jsonb_build_object('filters', $3::jsonb) from app_user where account = 'in.finance'`,
      [list, `view ${at}`, JSON.stringify(filters)],
    )
  await server.query(readFileSync('db/migrations/0017-views-of-receivables-say-open.sql', 'utf8'))
  const views = await server.query<{ filters: object }>(
    `select content -> 'filters' as filters from saved_view where name like 'view %' order by name`,
  )
  expect(views.map(({ filters }) => filters)).toEqual([
    { settled: 'open' },
    { currency: 'INR', settled: 'open' },
    { settled: 'all' },
    {},
  ])
})

it('the receivables and overdue figures of the home page equal the sums of the lists that they open', async () => {
  for (const account of ['in.dist', 'in.finance']) {
    const figuresOf = async (group: string) =>
      (await server.get<readonly HomeCard[]>(account, `/aps/home/cards?group=${group}`)).data.flatMap(
        ({ figures }) => figures,
      )
    const figures = [...(await figuresOf('figures')), ...(await figuresOf('runsOut'))].filter(({ url }) =>
      url?.startsWith('/funds/pc/receivable?'),
    )
    expect(figures.length).toBeGreaterThan(1)
    for (const { key, value, url } of figures) {
      const asked = Object.fromEntries(new URLSearchParams(url!.split('?')[1]))
      const { data } = await server.call<readonly FundsRow[]>(account, `${listPath('receivable')}/sum`, asked)
      expect([account, key, data[0]?.['open']]).toEqual([account, key, value])
    }
  }
})

it('every movement shows the balance before and after it, and the newest equals the account', async () => {
  const own = await company()
  const [row] = await read('in.dist', 'account')
  const moves = await read('in.dist', 'flow', { kind: 'REBATE', bucket: 'avl' })
  expect(moves[0]?.['after']).toBe(row?.['rebateAvailable'])
  for (const [index, move] of moves.entries()) {
    expect(amountText(amount(String(move['before'])).plus(String(move['amount'])))).toBe(move['after'])
    const older = moves[index + 1]
    expect(move['before']).toBe(older ? older['after'] : '0.00')
  }
  expect(moves.every((move) => move['customerCode'] === own && move['documentNo'] !== null)).toBe(true)
})

it('the detail of a row of funds opens for its readers and does not exist for others', async () => {
  const [batch] = await read('in.dist', 'rebate')
  const [item] = await read('in.dist', 'receivable')
  const [invoice] = await read('in.dist', 'invoice')
  const movesOf = async (account: string, name: string, id: unknown) =>
    await server.call<readonly MovementView[]>(account, `/aps/funds/${name}/detail`, { id })
  const credited = (await movesOf('in.dist', 'rebate', batch?.id)).data.at(-1)
  expect([credited?.act, credited?.amount, credited?.at !== null]).toEqual(['available', batch?.['credited'], true])
  expect((await movesOf('in.dist', 'receivable', item?.id)).data.at(-1)?.act).toBe('issue')
  const detail = (await server.call<InvoiceView>('in.dist', '/aps/funds/invoice/detail', { id: invoice?.id })).data
  expect(amountText(sumAmounts(detail.lines.map(({ gross }) => amount(gross))))).toBe(invoice?.['gross'])
  const others = await Promise.all(
    (['rebate', 'receivable', 'invoice'] as const).map(async (name) => {
      const rows = await read('in.finance', name)
      const other = rows.find((each) => each['customerCode'] !== batch?.['customerCode'])
      return (await movesOf('in.dist', name, other?.id)).status
    }),
  )
  expect(others).toEqual([404, 404, 404])
})
