import { afterAll, beforeAll, expect, it } from 'vitest'
import { addedInBase, type ReportingRates } from '#kernel/base/money/reporting.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Totals of several areas in the reporting currency, for a company of eight areas.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(async () => {
  await server?.close()
})

const rates = async (account: string, year: number) =>
  (await server.call<ReportingRates | null>(account, '/aps/reportingRates', { year })).data
interface Use {
  readonly sums: readonly { readonly currency: string; readonly available: string }[]
}

it.each(['hq.budget', 'hq.finance', 'hq.auditor'])('%s gets the budget rates of a year', async (account) => {
  const found = await rates(account, 2026)
  expect(found).toMatchObject({ year: 2026, base: 'USD' })
  expect(found?.rates).toContainEqual({ currency: 'INR', units: '84.5' })
  expect(await rates(account, 2025)).toMatchObject({ year: 2025 })
  expect(await rates(account, 2031)).toBeNull()
})

it('a reader of one area gets no rates to add currencies with', async () => {
  expect(await rates('in.finance', 2026)).toBeNull()
  expect(await rates('in.channel', 2026)).toBeNull()
})

it('a currency without a budget rate is named and left out of the total of all areas', async () => {
  const { data } = await server.call<Use[]>('hq.finance', '/aps/budget/country/use', { year: 2026 })
  const sums = data.flatMap((area) => area.sums)
  expect(new Set(sums.map(({ currency }) => currency)).size).toBeGreaterThan(3)
  const all = (await rates('hq.finance', 2026))!
  const whole = addedInBase(sums, ['available'], all)
  expect(whole.missing).toEqual([])
  // Only the newest version of the year counts.
  await server.query(`insert into year_rate_version (year, version, base, note) values (2026, 2, 'USD', null)`)
  await server.query(
    `insert into year_rate (year, version, currency, units)
     select year, 2, currency, units from year_rate where year = 2026 and version = 1 and currency <> 'INR'`,
  )
  const without = addedInBase(sums, ['available'], (await rates('hq.finance', 2026))!)
  expect(without.missing).toEqual(['INR'])
  const india = sums.filter(({ currency }) => currency === 'INR')
  const ofIndia = addedInBase(india, ['available'], all).sums['available']
  expect(Number(whole.sums['available']) - Number(without.sums['available'])).toBeCloseTo(Number(ofIndia), 2)
})
