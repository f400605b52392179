import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { summedColumns } from '#kernel/engine/read-list/read-list.ts'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { FUNDS_LIST_NAMES, type FundsListName } from './funds-list-names.ts'
import { FUNDS_LISTS, type FundsRow, listPath } from './funds.list.ts'
import { behindAddress } from '../funds-addresses.web.ts'
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
    // What they read they may take along.
    expect((await server.call('in.dist', `${listPath(name)}/export`, { format: 'csv' })).status).toBe(200)
    expect((await server.call('in.store', `${listPath(name)}/export`, { format: 'csv' })).status).toBe(403)
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

/** What the list at an address adds up to, in its one currency. */
async function totalAt(account: string, address: string, column: string): Promise<string | undefined> {
  const [path = '', query = ''] = address.split('?')
  const name = path.split('/').at(-1) as FundsListName
  const narrowed = Object.fromEntries(new URLSearchParams(query))
  const asked = query === '' ? (FUNDS_LISTS[name].start ?? {}) : narrowed
  const { data } = await server.call<readonly FundsRow[]>(account, `${listPath(name)}/sum`, asked)
  expect([address, data.length]).toEqual([address, 1])
  return amountText(amount(String(data[0]?.[column])))
}

/** The column of a list that says what a figure says. */
const columnBehind = (address: string, figure: string): string =>
  ({ receivable: 'open', rebate: 'available', flow: 'amount' })[address.split(/[/?]/)[3] ?? ''] ?? figure

it('every figure and row of funds on the home page equals the total of the list that it opens, at both widths', async () => {
  for (const account of ['in.dist', 'in.finance']) {
    const cards = await Promise.all(
      ['figures', 'runsOut'].map(
        async (group) => (await server.get<readonly HomeCard[]>(account, `/aps/home/cards?group=${group}`)).data,
      ),
    )
    const own = cards.flat().filter(({ link }) => link?.url.startsWith('/funds/pc/'))
    const said = own.flatMap(({ figures, rows }) => [
      ...figures.map(({ key, value, url, mobileUrl }) => ({ key, value, url, mobileUrl })),
      ...rows.map(({ key, amount: value, url, mobileUrl }) => ({ key, value, url, mobileUrl })),
    ])
    expect(said.length).toBeGreaterThan(5)
    for (const { key, value, url, mobileUrl } of said)
      for (const address of [url, mobileUrl])
        expect([
          account,
          key,
          address,
          await totalAt(account, address, columnBehind(address, 'rechargeAvailable')),
        ]).toEqual([account, key, address, value])
  }
})

it('the card of rebates that expire leads to the list of those that end within the same days', async () => {
  const { data } = await server.get<readonly HomeCard[]>('in.finance', '/aps/home/cards?group=runsOut')
  const card = data.find(({ key }) => key === 'expiringRebates')!
  const asked = Object.fromEntries(new URLSearchParams(card.link?.url.split('?')[1]))
  const rows = (await read('in.finance', 'rebate', asked)).filter((row) => row['available'] !== '0.00')
  const days = rows.map((row) => String(row['expiresOn'])).toSorted()
  expect(rows.length).toBeGreaterThanOrEqual(card.rows.length)
  expect([days[0], days.slice(0, card.rows.length)]).toEqual([card.rows[0]?.at, card.rows.map(({ at }) => at)])
  expect(days.every((day) => day < String(asked['expiresOnTo']))).toBe(true)
  expect((await read('in.finance', 'rebate')).length).toBeGreaterThan(rows.length)
})

it('every amount of an account equals the total of the list that it leads to, at both widths', async () => {
  const names = FUNDS_LISTS.account.columns.filter(({ kind }) => kind === 'amount').map(({ key }) => key)
  const rows = [...(await read('in.dist', 'account')), ...(await read('in.finance', 'account')).slice(0, 5)]
  expect(rows.some((row) => row['total'] !== row['receivable'] && row['credits'] !== '0.00')).toBe(true)
  for (const row of rows)
    for (const name of names.filter((each) => row[each] !== '0.00'))
      for (const device of ['pc', 'mobile'] as const) {
        const address = behindAddress(row, name, device)!
        expect([address, name, await totalAt('in.finance', address, columnBehind(address, name))]).toEqual([
          address,
          name,
          row[name],
        ])
      }
})

it('the total of the movements of some days is the sum of their rows, and that of all time is what the accounts hold', async () => {
  const moves = await read('in.dist', 'flow', { kind: 'RECEIVABLE' })
  const [first, last] = [String(moves.at(-3)?.['at']), String(moves[2]?.['at'])]
  const asked = { kind: 'RECEIVABLE', atFrom: first, atTo: last }
  const found = await read('in.dist', 'flow', asked)
  expect(found.length).toBeGreaterThan(2)
  const sum = async (filters: object) =>
    (await server.call<readonly FundsRow[]>('in.dist', '/aps/funds/flow/sum', filters)).data.map((each) =>
      amountText(amount(String(each['amount']))),
    )
  const added = (rows: readonly FundsRow[]) => amountText(sumAmounts(rows.map((row) => amount(String(row['amount'])))))
  expect(await sum(asked)).toEqual([added(found)])
  expect(await sum({ kind: 'RECEIVABLE' })).toEqual([added(moves)])
})

it('a search for the whole code of a customer or a whole number finds that one alone, even where others contain it', async () => {
  const own = await company()
  const [item] = await read('in.dist', 'receivable', { settled: 'open' })
  await server.query(`update customer set name_en = name_en || ' of ' || $1 where code = 'C-IN-0002'`, [own])
  await server.query(
    `update receivable_item set no = $1 || '0' where id = (select max(id) from receivable_item where customer_code = $2)`,
    [String(item?.['no']), own],
  )
  for (const name of FUNDS_LIST_NAMES)
    expect([
      name,
      new Set((await read('in.finance', name, { customerCode: own })).map((row) => row['customerCode'])),
    ]).toEqual([name, new Set([own])])
  const numbers = async (no: string) => (await read('in.dist', 'receivable', { no })).map((row) => row['no'])
  expect(await numbers(String(item?.['no']))).toEqual([item?.['no']])
  expect((await numbers(String(item?.['no']).slice(0, -1))).length).toBeGreaterThan(1)
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

it('the list of invoices names the GSTIN of both sides in India, and elsewhere the rate of the VAT', async () => {
  const rows = await read('hq.finance', 'invoice')
  const of = (regime: string) => rows.filter((row) => row['taxRegime'] === regime)
  const gstin = /^\d\d[A-Z0-9]{13}$/
  expect(of('gst').length * of('vat').length).toBeGreaterThan(0)
  for (const row of of('gst'))
    expect([String(row['gstin']), String(row['customerGstin']), row['vatRate']]).toEqual([
      expect.stringMatching(gstin),
      expect.stringMatching(gstin),
      null,
    ])
  for (const row of of('vat').filter(({ vat }) => vat !== '0.00'))
    expect([row['gstin'], row['customerGstin'], row['vatRate']]).toEqual([
      null,
      null,
      expect.stringMatching(/^\d+\.\d\d%$/),
    ])
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
