import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { LINE_AMOUNTS } from '#areas/budget/budget-line/line-amounts.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { closeDays } from '../explain/turnover.server.ts'

// Explanations, and balances of a day, for a company with a year of data.

interface Page<T> {
  readonly balance?: string
  readonly records: readonly T[]
}
type Row = Readonly<Record<string, string>>
type Sum = Row & { readonly lineCount: number }

const api = (idc: string, call: string) => `/gs/${idc}/oversea/aps/budget/${call}`
const POSTINGS = '/aps/budget/country/postings'

let server: DemoServer
let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
})
afterAll(async () => {
  await server?.close()
})

const sums = async (filters: object, idc = 'IN', account = 'in.finance') =>
  (await server.call<Sum[]>(account, api(idc, 'country/sum'), filters)).data
const dayBefore = (days: number) => testDay(-days)
const DAYS = [1, 2, 9, 33, 70, 150, 240, 360, 800].map(dayBefore)
const FILTERS = [{}, { month: 11 }, { countryCode: ['NP', 'LK'] }, { productClass: 'iot', projectPoolCode: 'PP01' }]

/** Clears cached figures, which would otherwise answer. */
const forgetKept = () => server.query('delete from list_figure')

async function answers(): Promise<string> {
  await forgetKept()
  const found: unknown[] = []
  for (const idc of ['IN', 'ID', 'EU'])
    for (const filters of FILTERS)
      for (const asOf of [null, ...DAYS]) {
        const rows = await sums({ ...filters, asOf }, idc, 'hq.budget')
        const amounts = (row: Sum) => LINE_AMOUNTS.map((name) => amountText(amount(row[name] ?? '0')))
        found.push([idc, filters, asOf, rows.map((row) => [row['currency'], row.lineCount, ...amounts(row)])])
      }
  return JSON.stringify(found)
}

async function close(now = productNow()): Promise<number> {
  const pool = createPool({ databaseUrl, max: 1, name: 'closing' })
  let rounds = 1
  while (await transaction(pool, (tx) => closeDays(tx, now))) rounds += 1
  await pool.end()
  return rounds
}

describe('balances as of a day', () => {
  it('balances as of an impossible day are refused with a message', async () => {
    const path = '/gs/IN/oversea/aps/budget/country/page'
    for (const asOf of ['2026-02-30', '0000-01-01', '1899-12-31']) {
      const { status, msg } = await server.call('hq.budget', path, { asOf })
      expect([asOf, status, msg]).toEqual([asOf, 400, `${asOf} is not a day such as 2026-01-31`])
    }
  })

  it('balances as of a day equal the postings until that day, from closed days or not', async () => {
    const fromPostings = await answers()
    expect(fromPostings.match(/"[1-9]\d{3,}\.\d\d"/g)?.length).toBeGreaterThan(200)
    // A year of days, a month per call; then some budgets are newer than the last closed day.
    expect(await close(new Date(productNow().getTime() - 100 * 86_400_000))).toBeGreaterThan(10)
    expect(await answers()).toBe(fromPostings)
    expect(await close()).toBeGreaterThan(1)
    const [closed] = await server.query<{ cells: number; days: number }>(
      `select (select count(*) from budget_cell)::int as cells, (select count(*) from budget_turnover)::int as days`,
    )
    expect(closed?.cells).toBeGreaterThan(50)
    expect(closed?.days).toBeGreaterThan(100)
    expect(await answers()).toBe(fromPostings)
    expect(await close()).toBe(1)
    expect(await answers()).toBe(fromPostings)
  })

  it('balances as of a day add up from list to total and from postings to line', async () => {
    const asOf = dayBefore(70)
    const [total] = await sums({ asOf, month: 9 })
    const rows: Row[] = []
    for (let page = 1; page === 1 || rows.length % 500 === 0; page += 1) {
      const body = { asOf, month: 9, page, limit: 500 }
      rows.push(...(await server.call<Page<Row>>('in.finance', api('IN', 'country/page'), body)).data.records)
    }
    for (const name of LINE_AMOUNTS)
      expect(amountText(sumAmounts(rows.map((row) => amount(row[name] ?? '')))), name).toBe(total?.[name])
    const line = rows.find((row) => amount(row['available'] ?? '').gt(0))
    const body = { budgetCode: line?.['budgetCode'], bucket: 'available', asOf, page: 1, limit: 500 }
    const { data } = await server.call<Page<Row>>('in.finance', POSTINGS, body)
    expect(data.balance).toBe(line?.['available'])
    expect(data.records[0]?.['balanceAfter']).toBe(line?.['available'])
    expect(amountText(sumAmounts(data.records.map((record) => amount(record['amount'] ?? ''))))).toBe(
      line?.['available'],
    )
    expect(data.records.every((record) => (record['at'] ?? '') < `${asOf}T18:30:00`)).toBe(true)
  })

  it('postings of all buckets as of a day have no common balance', async () => {
    const [line] = await server.query<Row>(
      `select min(code) as code from budget_line where area_id = 2 and state = 'open'`,
    )
    const body = { budgetCode: line?.['code'], asOf: dayBefore(1), page: 1, limit: 10 }
    const { status, data } = await server.call<Page<Row>>('in.finance', POSTINGS, body)
    expect(status).toBe(200)
    expect(data.balance).toBeNull()
    expect(data.records.length).toBeGreaterThan(0)
  })

  it('balances as of an invalid day are refused, and a future day means now', async () => {
    for (const asOf of ['2026-02-30', '2026-13-01', 'yesterday', 20261101, '0000-01-01'])
      for (const call of ['country/sum', 'overview'])
        expect((await server.call('in.finance', api('IN', call), { asOf })).status, `${call} ${asOf}`).toBe(400)
    await forgetKept()
    expect(await sums({ asOf: dayBefore(-3) })).toEqual(await sums({}))
  })
})

describe('the explanation of a total', () => {
  it('a total is explained by its lines, largest first, and each line by its postings', async () => {
    const [total] = await sums({ year: 2026, countryCode: 'NP' })
    for (const name of ['granted', 'available', 'held'] as const) {
      const body = { year: 2026, countryCode: 'NP', amount: name, currency: 'INR', limit: 500 }
      const { data } = await server.call<Page<Row>>('in.finance', api('IN', 'explain/lines'), body)
      expect(amountText(sumAmounts(data.records.map((row) => amount(row['amount'] ?? '')))), name).toBe(total?.[name])
      const sizes = data.records.map((row) => Number(row['amount']))
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      expect(sizes.every((size) => size !== 0)).toBe(true)
    }
  })

  it('the explanation of a total is refused to readers who may not see it', async () => {
    const call = (account: string, idc: string) =>
      server.call(account, api(idc, 'explain/lines'), { amount: 'granted' })
    expect((await call('id.finance', 'IN')).status).toBe(404)
    expect((await call('nomenu', 'IN')).status).toBe(403)
  })
})

describe('the explanation of a pool', () => {
  it('a pool is explained by the documents that funded it and by what it gave', async () => {
    const [pool] = await server.query<Row>(
      `select p.project_pool_code as code, p.year::text as year, p.currency, a.avl, a.distributed, a.granted from budget_pool p
       join budget_account a on a.id = p.id where p.area_id = 2 and p.year = extract(year from product_now()) and p.currency = 'INR' and p.project_pool_code = 'PP01'`,
    )
    const key = `IN/${pool?.['code']}/${pool?.['year']}/${pool?.['currency']}`
    const ask = (account: string, bucket: string) =>
      server.call<Page<Row>>(account, POSTINGS, { pool: key, bucket, page: 1, limit: 20 })
    expect((await ask('in.regfinance', 'available')).data.balance).toBe(pool?.['avl'])
    const given = (await ask('in.regfinance', 'distributed')).data
    expect(given.balance).toBe(pool?.['distributed'])
    expect(given.records[0]).toMatchObject({ documentType: 'countryBudget', action: 'approve' })
    expect((await ask('id.regfinance', 'available')).status).toBe(404)
  })
})
