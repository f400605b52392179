import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount, amountText, zero } from '#kernel/base/money/money.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { SCHEME_SEGMENTS } from '../scheme.documents.ts'

// The sums of each document's list equal the sums of its rows, by currency.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
}, 300_000)

afterAll(async () => {
  await server?.close()
})

type Row = Readonly<Record<string, string | null>>

async function rowsOf(account: string, route: string, filters: object): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const request = { page, limit: 500, ...filters }
    const { data } = await server.call<{ records: readonly Row[] }>(
      account,
      `/aps/scheme/${route}/queryByPage`,
      request,
    )
    rows.push(...data.records)
    if (data.records.length < 500) return rows
  }
}

/** By currency: number and sum of rows. */
function added(rows: readonly Row[], field: string) {
  const ofOne = Map.groupBy(
    rows.filter(({ currency }) => currency),
    ({ currency }) => currency ?? '',
  )
  return [...ofOne]
    .map(([currency, own]) => ({
      currency,
      documentCount: own.length,
      [field]: amountText(own.reduce((sum, row) => sum.plus(amount(row[field] ?? '0')), zero)),
    }))
    .toSorted((a, b) => String(a.currency).localeCompare(String(b.currency)))
}

describe.each(SCHEME_SEGMENTS)('%s', (route) => {
  const field = route === 'adjust' ? 'newTotal' : 'totalAmount'

  it.each([
    ['hq.auditor', {}],
    ['in.finance', { state: 'approved' }],
    ['id.finance', {}],
  ] as const)('the sum that %s reads for %j equals the rows', async (account, filters) => {
    const rows = await rowsOf(account, route, filters)
    const { data } = await server.call<readonly object[]>(account, `/aps/scheme/${route}/sum`, filters)
    const sums = added(rows, field)
    expect(data).toMatchObject(sums)
    expect(data).toHaveLength(sums.length)
  })
})

it('the sum of a list covers only rows that its reader may see', async () => {
  const { data } = await server.call<readonly { currency: string }[]>('id.finance', '/aps/scheme/withhold/sum')
  expect(data.map(({ currency }) => currency)).not.toContain('INR')
})
