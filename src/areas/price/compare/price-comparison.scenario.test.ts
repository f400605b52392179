import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import type { ComparedPrice } from './price-comparison.list.ts'

// Two classifications, two days or two areas side by side, held against the price list itself.

const PAGE = '/aps/gs/price/compare/queryByPage'
const COUNT = '/aps/gs/price/compare/count'
const LEFT = { areaId: String(INDIA.areaId), classificationCode: 'PC-IN-01' }
const HQ = 'hq.pricing'

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

const page = (asked: object, account: string = HQ) =>
  company.server.call<{ records: ComparedPrice[]; recordTotal: number }>(account, PAGE, { limit: 500, ...asked })
const total = async (asked: object, account: string = HQ) =>
  (await company.server.call<{ recordTotal: number }>(account, COUNT, asked)).data.recordTotal

/** What the list has in force of a classification, by product, trade term and currency. */
async function inForce(asked: object): Promise<ReadonlyMap<string, PriceRow>> {
  const found: PriceRow[] = []
  for (let at = 1; ; at += 1) {
    const { data } = await company.server.call<{ records: PriceRow[] }>(HQ, '/aps/gs/price/queryByPage', {
      state: 'effective',
      limit: 200,
      page: at,
      ...asked,
    })
    found.push(...data.records)
    if (data.records.length < 200) break
  }
  return new Map(found.map((row) => [`${row.skuCode} ${row.tradeTermCode} ${row.currency}`, row]))
}

async function all(asked: object): Promise<readonly ComparedPrice[]> {
  const found: ComparedPrice[] = []
  for (let at = 1; ; at += 1) {
    const { data, msg } = await page({ ...asked, limit: 200, page: at })
    expect(data, msg).toBeDefined()
    found.push(...data.records)
    if (data.records.length < 200) return found
  }
}

describe('a comparison of prices', () => {
  it('two classifications: every product, trade term and currency of either side once, with both prices and their difference', async () => {
    const asked = { ...LEFT, otherClassificationCode: 'PC-IN-02' }
    const [left, right] = await Promise.all([inForce(LEFT), inForce({ ...LEFT, classificationCode: 'PC-IN-02' })])
    const rows = await all(asked)
    const keyOf = (row: ComparedPrice) => `${row.skuCode} ${row.tradeTermCode} ${row.leftCurrency ?? row.rightCurrency}`
    expect(rows.map(keyOf).toSorted()).toEqual([...new Set([...left.keys(), ...right.keys()])].toSorted())
    for (const row of rows) {
      const [one, other] = [left.get(keyOf(row)), right.get(keyOf(row))]
      expect([row.leftPrice, row.rightPrice]).toEqual([one?.price ?? null, other?.price ?? null])
      if (one && other) {
        expect(Number(row.difference)).toBeCloseTo(Number(other.price) - Number(one.price), 2)
        expect(Number(row.differencePercent)).toBeCloseTo(
          ((Number(other.price) - Number(one.price)) * 100) / Number(one.price),
          1,
        )
      } else expect([row.difference, row.differencePercent]).toEqual([null, null])
      expect([row.leftReporting, row.rightReporting]).toEqual([null, null])
    }
    expect(await total(asked)).toBe(rows.length)
    const parts = await Promise.all(
      (['left', 'right', 'different', 'same'] as const).map((shown) => total({ ...asked, shown })),
    )
    expect(parts.reduce((sum, each) => sum + each, 0)).toBe(rows.length)
  })

  it('two days: what the list said then and what it will say, and only what changed between them', async () => {
    const days = { ...LEFT, asOf: testDay(-120), otherAsOf: testDay(0) }
    const [then, now] = await Promise.all([
      inForce({ ...LEFT, asOf: testDay(-120) }),
      inForce({ ...LEFT, asOf: testDay(0) }),
    ])
    const changed = [...now].filter(([key, { price }]) => then.has(key) && then.get(key)!.price !== price)
    const rows = await all({ ...days, shown: 'different' })
    expect(changed.length).toBeGreaterThan(0)
    expect(rows).toHaveLength(changed.length)
    for (const row of rows)
      expect(row.rightPrice).toBe(now.get(`${row.skuCode} ${row.tradeTermCode} ${row.rightCurrency}`)?.price)
    const [lowest] = (await page({ ...days, sort: ['differencePercent'], shown: 'different', limit: 20 })).data.records
    const least = Math.min(...rows.map(({ differencePercent }) => Number(differencePercent ?? '0')))
    expect(Number(lowest!.differencePercent)).toBe(least)
  })

  it('two countries: each in its own currency, and both in the reporting currency at the budget rates of the year', async () => {
    const asked = { ...LEFT, otherAreaId: '3', otherClassificationCode: 'PC-ID-01', shown: 'different' }
    const rows = (await page(asked)).data.records
    const rates = (
      await company.server.call<{ rates: { currency: string; units: string }[] }>(HQ, '/aps/reportingRates', {
        year: 2026,
      })
    ).data.rates
    const units = (currency: string) => Number(rates.find((rate) => rate.currency === currency)!.units)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows.slice(0, 50)) {
      expect([row.leftCurrency, row.rightCurrency, row.difference]).toEqual(['INR', 'IDR', null])
      expect(Number(row.leftReporting)).toBeCloseTo(Number(row.leftPrice) / units('INR'), 1)
      expect(Number(row.rightReporting)).toBeCloseTo(Number(row.rightPrice) / units('IDR'), 1)
    }
    // The bare numbers of two currencies always differ: whether the prices do is said in the reporting currency.
    const isSame = (row: ComparedPrice) => row.leftReporting === row.rightReporting && row.leftTax === row.rightTax
    expect(rows.filter(isSame)).toEqual([])
    const same = await all({ ...asked, shown: 'same' })
    expect(same.length).toBeGreaterThan(0)
    expect(same.every(isSame)).toBe(true)
    expect(
      (await total(asked)) +
        same.length +
        (await total({ ...asked, shown: 'left' })) +
        (await total({ ...asked, shown: 'right' })),
    ).toBe(await total({ ...asked, shown: '' }))
    // With its tax a price is not compared with one without.
    const taxed = rows.find(({ reportingPercent }) => reportingPercent !== null)!
    await company.query(`update price_row set tax_mode = 'inclusive', tax_rate = 11 where id = $1`, [taxed.rightId])
    const again = (await page({ ...asked, skuCode: taxed.skuCode, tradeTermCode: taxed.tradeTermCode })).data.records
    expect(again).toMatchObject([
      { rightTax: 'inclusive', rightReporting: taxed.rightReporting, reportingPercent: null },
    ])
    // Whoever sees one area alone gets no price of the other one.
    expect((await page(asked, 'in.channel')).data.records).toEqual([])
    const own = (await page({ ...asked, shown: 'left' }, 'in.channel')).data.records
    expect(own.length).toBeGreaterThan(0)
    expect(own.every(({ rightPrice }) => rightPrice === null)).toBe(true)
  })

  it('several products are compared by their whole codes, one by the beginning of its code, and a currency alone', async () => {
    const asked = { ...LEFT, otherClassificationCode: 'PC-IN-02' }
    const rows = await all(asked)
    const codes = [...new Set(rows.map(({ skuCode }) => skuCode))]
    const two = [codes[0]!, codes[1]!.toLowerCase()]
    const chosen = await all({ ...asked, skuCode: two })
    expect([...new Set(chosen.map(({ skuCode }) => skuCode))].toSorted()).toEqual(codes.slice(0, 2).toSorted())
    expect(await total({ ...asked, skuCode: two })).toBe(chosen.length)
    const beginning = codes[0]!.slice(0, -2)
    expect(await total({ ...asked, skuCode: beginning })).toBe(
      rows.filter(({ skuCode }) => skuCode.startsWith(beginning)).length,
    )
    expect(await total({ ...asked, skuCode: [codes[0]!.slice(0, -1), codes[1]!.slice(0, -1)] })).toBe(0)
    const currencies = [...new Set(rows.map(({ leftCurrency }) => leftCurrency!))]
    for (const currency of currencies)
      expect([currency, await total({ ...asked, currency })]).toEqual([
        currency,
        rows.filter(({ leftCurrency }) => leftCurrency === currency).length,
      ])
  })

  it('a side that is missing, two equal sides and a day that does not exist are refused by their field', async () => {
    const refused = async (asked: object) => {
      const { status, error } = await page(asked)
      return [status, error?.key, error?.field]
    }
    const other = { otherClassificationCode: 'PC-IN-02' }
    expect(await refused({})).toEqual([400, 'http.invalidField', 'areaId'])
    expect(await refused({ areaId: LEFT.areaId, ...other })).toEqual([400, 'http.invalidField', 'classificationCode'])
    expect(await refused({ ...LEFT, otherAreaId: '3' })).toEqual([400, 'http.invalidField', 'otherClassificationCode'])
    expect(await refused({ ...LEFT })).toEqual([400, 'price.comparedSame', 'otherClassificationCode'])
    expect(await refused({ ...LEFT, otherAsOf: '2026-02-30' })).toEqual([400, 'http.invalidField', 'otherAsOf'])
    expect((await page({ ...LEFT, ...other }, 'in.dist')).status).toBe(403)
  })

  it('cost and margin are answered only to people who hold their rights, also as an order and in the file', async () => {
    const asked = { ...LEFT, otherClassificationCode: 'PC-IN-02', shown: 'same', limit: 20 }
    const shown = async (account: string) => (await page({ ...asked, sort: ['-leftMargin'] }, account)).data.records
    const finance = await shown('hq.finance')
    expect(finance.every(({ leftCost, leftMargin }) => leftCost !== null && leftMargin !== null)).toBe(true)
    const drafter = await shown('in.channel')
    expect(
      drafter.every(({ leftCost, rightCost, leftMargin, rightMargin }) =>
        [leftCost, rightCost, leftMargin, rightMargin].every((each) => each === null),
      ),
    ).toBe(true)
    expect(drafter.map(({ skuCode }) => skuCode)).toEqual(drafter.map(({ skuCode }) => skuCode).toSorted())
  })
})
