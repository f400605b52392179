import { afterAll, beforeAll, expect, it } from 'vitest'
import { INDIA, OTHER_MODEL, PHONE, SAME_MODEL, TERM } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceFeed } from '../feed/price-feed.doc.ts'
import { priceReview } from '../review/price-review.doc.ts'
import type { PriceRow } from './price-row.list.ts'

// Changes in percent of the price list where a price and the one before it have different taxes.

const CLASSIFICATION = 'PC-IN-04'

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

interface Tax {
  readonly taxMode: 'exclusive' | 'inclusive'
  readonly taxRate?: string
}

const WITHOUT: Tax = { taxMode: 'exclusive' }
const WITH = (taxRate: string): Tax => ({ taxMode: 'inclusive', taxRate })

async function feed(prices: Readonly<Record<string, string>>, tax: Tax, day: number) {
  const lines = Object.entries(prices).map(([skuCode, price], index) => ({
    sourceRow: index + 1,
    classificationCode: CLASSIFICATION,
    tradeTermCode: TERM,
    currency: INDIA.currency,
    skuCode,
    price,
    effectiveFrom: testDay(day),
    ...tax,
  }))
  const { data, msg } = await company.as('hq.pricing').submit(priceFeed, {
    idcCode: INDIA.idcCode,
    areaId: INDIA.areaId,
    source: 'file',
    reference: `Prices from day ${day}`,
    lines,
  })
  expect([msg, data?.state]).toEqual([msg, 'applied'])
  return data.no
}

async function review(prices: Readonly<Record<string, string>>, tax: Tax, day: number, to?: number) {
  const { data, msg } = await company.as('in.channel').submit(priceReview, {
    ...INDIA,
    title: 'Prices with another tax',
    classificationCode: CLASSIFICATION,
    tradeTermCode: TERM,
    basis: 'other',
    mode: to === undefined ? 'replace' : 'temporary',
    effectiveFrom: testDay(day),
    ...(to === undefined ? {} : { effectiveTo: testDay(to) }),
    retro: 'no',
    reason: 'The tax changed',
    lines: Object.entries(prices).map(([skuCode, price]) => ({ skuCode, price })),
    ...tax,
  })
  expect([msg, data?.state]).toEqual([msg, 'underApproval'])
  await company.agreeAll(priceReview, data.formInstanceId)
  return data
}

async function changes(no: string, sort = 'skuCode') {
  const { data, msg } = await company.server.call<{ records: readonly PriceRow[] }>(
    'in.finance',
    '/aps/gs/price/queryByPage',
    { no, sort: [sort], page: 1, limit: 50 },
  )
  expect([msg, data?.records]).toEqual([msg, expect.anything()])
  return data.records.map(({ skuCode, previousPrice, price, changePercent }) => [
    skuCode,
    previousPrice,
    price,
    changePercent,
  ])
}

it('prices with different taxes compare without them, and others as they stand', async () => {
  await feed({ [PHONE]: '100.00', [SAME_MODEL]: '118.00', [OTHER_MODEL.sku]: '100.00' }, WITHOUT, 5)
  const taxed = await review({ [PHONE]: '118.00', [SAME_MODEL]: '118.00' }, WITH('18'), 10)
  const plain = [
    [PHONE, '100.00', '118.00', '0.00'],
    [SAME_MODEL, '118.00', '118.00', '-15.25'],
  ]
  expect(await changes(taxed.no)).toEqual(plain)
  // In the order of what is shown.
  expect((await changes(taxed.no, 'changePercent')).map(([sku]) => sku)).toEqual([SAME_MODEL, PHONE])
  const higher = await feed({ [PHONE]: '112.00', [OTHER_MODEL.sku]: '110.00' }, WITH('12'), 20)
  expect(await changes(higher)).toEqual([
    [PHONE, '118.00', '112.00', '0.00'],
    [OTHER_MODEL.sku, '100.00', '110.00', '-1.79'],
  ])
  const same = await feed({ [PHONE]: '123.20' }, WITH('12'), 30)
  expect(await changes(same)).toEqual([[PHONE, '112.00', '123.20', '10.00']])
  // What was cut and goes on is the same price with the same change.
  await review({ [PHONE]: '90.00' }, WITHOUT, 14, 15)
  expect(await changes(taxed.no)).toEqual([plain[0], plain[0], plain[1]])
})
