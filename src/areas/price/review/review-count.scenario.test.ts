import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { INDIA, OTHER_MODEL, PHONE, TERM } from '#test/helpers/company/fixtures.ts'
import { companyOn, type TestCompany } from '#test/helpers/company/test-company.ts'
import { demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceFeed } from '../feed/price-feed.doc.ts'
import { priceReview } from './price-review.doc.ts'

// How many reviews are in force: a kept count gives way to the time, and to other documents that take the time of their prices.

const CLASSIFICATION = 'PC-IN-04'
/** In seconds: in every zone a day begins at one. */
const QUARTER = 900

let company: TestCompany
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  company = companyOn(await demoServer(databaseUrl))
  pool = createPool({ databaseUrl, max: 2, name: 'test relay' })
})
afterAll(async () => {
  await pool?.end()
  await company?.close()
})

async function approved(skuCode: string, effectiveFrom: string): Promise<void> {
  const { data, msg } = await company.as('in.channel').submit(priceReview, {
    ...INDIA,
    title: 'Counted',
    classificationCode: CLASSIFICATION,
    tradeTermCode: TERM,
    basis: 'other',
    taxMode: 'exclusive',
    mode: 'replace',
    effectiveFrom,
    retro: 'no',
    reason: 'The margin allows it',
    lines: [{ skuCode, price: '45000.00' }],
  })
  expect([msg, data?.state]).toEqual([msg, 'underApproval'])
  await company.agreeAll(priceReview, data.formInstanceId)
}

/** Once the relay has told what changed. */
async function counts(): Promise<object> {
  while ((await company.query('select from outbox')).length > 0) await relayOnce(pool)
  const of = async (validity: string) =>
    (
      await company.server.call<{ recordTotal: number }>('in.finance', `${priceReview.api}/count`, {
        validity,
        skuCode: [PHONE, OTHER_MODEL.sku],
        classificationCode: CLASSIFICATION,
      })
    ).data.recordTotal
  return {
    toBeEffective: await of('toBeEffective'),
    effective: await of('effective'),
    inactivated: await of('inactivated'),
  }
}

it('the count of reviews by validity follows the time and what other documents do to their prices', async () => {
  await approved(PHONE, testDay(2))
  await approved(OTHER_MODEL.sku, testDay(20))
  expect(await counts()).toEqual({ toBeEffective: 2, effective: 0, inactivated: 0 })
  // Only time passes: the first day of the price comes without a write of the product.
  await company.query(
    `update price_row r set valid_from = product_now() - interval '1 hour' from price_key k
     where k.id = r.key_id and k.sku_code = $1 and k.classification_code = $2 and r.known_until is null`,
    [PHONE, CLASSIFICATION],
  )
  company.server.advance(QUARTER)
  expect(await counts()).toEqual({ toBeEffective: 1, effective: 1, inactivated: 0 })
  const { data, msg } = await company.as('hq.pricing').submit(priceFeed, {
    idcCode: INDIA.idcCode,
    areaId: INDIA.areaId,
    source: 'file',
    reference: 'Prices from the same day on',
    lines: [
      {
        sourceRow: 1,
        classificationCode: CLASSIFICATION,
        tradeTermCode: TERM,
        currency: INDIA.currency,
        taxMode: 'exclusive',
        skuCode: OTHER_MODEL.sku,
        price: '44000.00',
        effectiveFrom: testDay(20),
      },
    ],
  })
  expect([msg, data?.state]).toEqual([msg, 'applied'])
  expect(await counts()).toEqual({ toBeEffective: 0, effective: 1, inactivated: 1 })
})
