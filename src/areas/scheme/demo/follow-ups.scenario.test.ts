import { productNow } from '#kernel/base/clock/clock.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenFunds, brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { SCHEME_SEGMENTS } from '../scheme.documents.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

interface Listed {
  readonly records: readonly { readonly state: string; readonly no: string }[]
}

async function states(account: string, route: string): Promise<string[]> {
  const { data, msg } = await server.call<Listed>(account, `/aps/scheme/${route}/queryByPage`, { page: 1, limit: 50 })
  if (!data) throw new Error(msg)
  return [...new Set(data.records.map(({ state }) => state))].toSorted()
}

describe('the demonstration company', () => {
  it('the demonstration company has documents in every scheme list of India', async () => {
    const all = await Promise.all(SCHEME_SEGMENTS.map(async (route) => [route, await states('in.finance', route)]))
    expect(Object.fromEntries(all)).toEqual({
      application: ['approved'],
      withhold: ['approved'],
      reversal: ['approved'],
      execute: ['approved', 'underApproval'],
      terminal: ['approved'],
      adjust: ['approved'],
      annualCarryover: ['draft'],
      receivablesAdjustment: ['approved', 'underApproval'],
      negativeRedemption: ['approved'],
      specialPriceApprovalForm: ['approved'],
      adjustInvoice: ['approved'],
    })
  })

  it('the demonstration company has waiting scheme documents in Indonesia', async () => {
    const waiting = [
      'application',
      'execute',
      'terminal',
      'adjust',
      'negativeRedemption',
      'receivablesAdjustment',
      'specialPriceApprovalForm',
      'adjustInvoice',
    ]
    for (const route of waiting)
      expect([route, await states('id.finance', route)]).toEqual([route, expect.arrayContaining(['underApproval'])])
  })

  it('the demonstration company has a scheme in Europe that was carried over from last year', async () => {
    const [carried] = await server.query<{ no: string; from: number; lines: string[] }>(
      `select d.no, d.from_year as from, array_agg(l.option order by l.line_no) as lines from scheme_annual_carryover d
       join scheme_annual_carryover_line l on l.document_id = d.id and l.round = d.round where d.state = 'approved' group by 1, 2`,
    )
    expect(carried).toMatchObject({ from: productNow().getUTCFullYear() - 1, lines: ['C1', 'A'] })
    const parts = await server.query<{ year: number; cmt: number; acr: number }>(
      `select l.year, o.document_cmt::float8 as cmt, o.document_acr::float8 as acr from scheme s join scheme_funding f on f.scheme_id = s.id
       join budget_line l on l.code = f.budget_code join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round
         and o.line_no = f.encumbrance_line
       where s.idc_code = 'EU' order by f.funding_no`,
    )
    expect(parts.map(({ year, cmt, acr }) => [year - carried!.from, cmt > 0, acr > 0])).toEqual([
      [0, false, false],
      [1, true, false],
      [1, false, true],
    ])
  })

  it('the demonstration company has a draft that its budget can pay', async () => {
    const drafts = await server.query<{ draft: object }>(`select draft from scheme_application where state = 'draft'`)
    expect(drafts).toHaveLength(1)
    const path = '/aps/scheme/application/check'
    const checked = await server.call<{ refusals: readonly object[] }>('in.channel', path, drafts[0]!.draft)
    expect([checked.status, checked.data?.refusals]).toEqual([200, []])
  })

  it('the demonstration company has a sold-out special price and paid, recovered and terminated schemes', async () => {
    const prices = await server.query<{ left: number }>(
      `select quantity_cap - used - reserved as left from special_price where state = 'effective' order by 1`,
    )
    expect(prices.map(({ left }) => left > 0)).toEqual([false, true, true, true])
    const schemes = await server.query<{ state: string }>('select distinct state from scheme order by 1')
    expect(schemes.map(({ state }) => state)).toEqual(['effective', 'partialExecution', 'terminated'])
  })

  it('the demonstration company has frozen stock that was paid and a display to be paid in money', async () => {
    const [frozen] = await server.query<{ units: number; paid: number }>(
      `select (select count(*)::int from device_snapshot_unit) as units, (select count(*)::int from device_claim where state = 'paid') as paid`,
    )
    expect(frozen!.units).toBeGreaterThan(1)
    expect(frozen!.paid).toBeGreaterThan(0)
    const payments = await server.query('select document_id from scheme_payment')
    expect(payments).toHaveLength(1)
  })

  it('the demonstration company has consistent ledgers of budgets and customer funds', async () => {
    const query = <T>(text: string, values?: readonly unknown[]) => server.query<T>(text, values as unknown[])
    expect([...(await brokenInvariants(query)), ...(await brokenFunds(query))]).toEqual([])
  })
})
