import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Acted } from '#test/helpers/company/actor.ts'
import { INDIA, PHONE, SAME_MODEL, TERM } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceReview } from '../review/price-review.doc.ts'

// Products of India, whose costs are in rupees, priced in dollars (domain.md 5).

/** A classification that the demonstration gives no prices. */
const CLASSIFICATION = 'PC-IN-04'
const [BEGINS, LATER] = [testDay(20), testDay(40)] as const

let company: TestCompany
/** What the phones cost in rupees. */
let rupees: Map<string, string>

beforeAll(async () => {
  company = await testCompany()
  const found = await company.query<{ sku: string; cost: string }>(
    `select k.sku_code as sku, c.unit_cost::text as cost from price_cost_key k join price_cost c on c.key_id = k.id and c.known_until is null
     where k.area_id = $1 and k.currency = 'INR' and k.sku_code = any($2)`,
    [INDIA.areaId, [PHONE, SAME_MODEL]],
  )
  rupees = new Map(found.map(({ sku, cost }) => [sku, cost]))
})
afterAll(() => company?.close())

const rate = (day: string, units: string, currency = 'INR', base = 'USD') =>
  company.query(
    `insert into currency_rate (code, currency_code, base_code, kind, valid_from, units)
     values ($1::text || '/' || $2::text || '/booking/' || $3::text, $1, $2, 'booking', $3::date, $4::numeric)`,
    [currency, base, day, units],
  )

/** A review of dollar prices from a day on. */
const contentOf = (skuCode: string, effectiveFrom: string = BEGINS) => ({
  title: 'Dollar prices',
  ...INDIA,
  currency: 'USD',
  classificationCode: CLASSIFICATION,
  tradeTermCode: TERM,
  basis: 'marketPrice',
  taxMode: 'exclusive',
  mode: 'replace',
  effectiveFrom,
  retro: 'no',
  reason: 'Paid in dollars',
  lines: [{ skuCode, price: '1000.00' }],
})

/** A review in approval, and its line as somebody sees it. */
async function submitted(skuCode: string, effectiveFrom?: string) {
  const { data, msg } = await company.server.call<Acted>(
    'in.channel',
    '/aps/gs/price/bpm/template-code',
    contentOf(skuCode, effectiveFrom),
  )
  expect(data?.state, msg).toBe('underApproval')
  const line = async (account: string) => {
    const answer = await company.server.call<{ document: { lines: Record<string, unknown>[] } }>(
      account,
      `${priceReview.api}/detail`,
      { formInstanceId: data.formInstanceId },
    )
    return answer.data.document.lines[0]!
  }
  return { ...data, line }
}

async function approved(formInstanceId: string): Promise<void> {
  const { last } = await company.agreeAll(priceReview, formInstanceId)
  expect(last.data.state, last.msg).toBe('approved')
}

/** The row that a review wrote, as the page of a row shows it. */
async function rowOf(no: string, account: string) {
  const [row] = await company.query<{ id: string }>(
    'select id::text from price_row where source_no = $1 and known_until is null order by valid_from',
    [no],
  )
  const { data } = await company.server.call<{ costOrigin: string | null; row: Record<string, unknown> }>(
    account,
    '/aps/price/detail/v2',
    { id: row!.id },
  )
  return { costOrigin: data.costOrigin, costBasis: data.row['costBasis'], margin: data.row['margin'] }
}

const inquiry = async (account: string, skuCode: string, day: string) => {
  const answer = await company.server.call<Record<string, unknown>[]>(account, '/gs/IN/oversea/aps/price/check', {
    classificationCode: CLASSIFICATION,
    tradeTermCode: TERM,
    currency: 'USD',
    day,
    lines: [{ skuCode }],
  })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data[0]!
}

const inDollars = (skuCode: string, units: number) => (Number(rupees.get(skuCode)) / units).toFixed(2)

describe('costs in another currency than the price', () => {
  it('a cost in a currency without a booking rate is unknown, and headquarters decide', async () => {
    await rate(testDay(21), '80')
    const review = await submitted(PHONE)
    expect(await review.line('in.finance')).toMatchObject({ costBasis: null, costOrigin: null, margin: null })
    const steps = await company.query<{ key: string }>(
      `select s ->> 'key' as key from approval_instance i, jsonb_array_elements(i.steps) s where i.document_id = $1 and s ->> 'skip' is null`,
      [review.id],
    )
    expect(steps.map(({ key }) => key)).toContain('hqPricing')
    await company.decideNext(priceReview, review.formInstanceId, 'reject')
  })

  it('it is converted at the booking rate of the day on which the price begins, and the line, the row and the inquiry say from what', async () => {
    await rate(testDay(10), '50')
    await rate(testDay(15), '62.5')
    const cost = inDollars(PHONE, 62.5)
    const origin = `${rupees.get(PHONE)} INR × ${1 / 62.5}`
    const review = await submitted(PHONE)
    expect(await review.line('in.finance')).toMatchObject({ costBasis: cost, costOrigin: origin })
    expect(await review.line('in.channel')).toMatchObject({ costBasis: null, costOrigin: null })
    await approved(review.formInstanceId)
    const margin = (((1000 - Number(cost)) / 1000) * 100).toFixed(2)
    expect(await rowOf(review.no, 'hq.pricing')).toEqual({ costOrigin: origin, costBasis: cost, margin })
    expect(await rowOf(review.no, 'in.channel')).toEqual({ costOrigin: null, costBasis: null, margin: null })
    expect(await inquiry('hq.pricing', PHONE, BEGINS)).toMatchObject({ costBasis: cost, costOrigin: origin })
    expect(await inquiry('in.channel', PHONE, BEGINS)).toMatchObject({ costBasis: null, costOrigin: null })
    // Of a later day the rate of that day counts; the row keeps what it was written with, also after a later price cut it.
    const later = await submitted(PHONE, LATER)
    expect((await later.line('in.finance'))['costBasis']).toBe(inDollars(PHONE, 80))
    await approved(later.formInstanceId)
    expect(await rowOf(review.no, 'hq.pricing')).toMatchObject({ costOrigin: origin, costBasis: cost })
  })

  it('a cost in the currency of the price counts before any other', async () => {
    await company.query(
      `with key as (insert into price_cost_key (scope_id, area_id, sku_code, currency)
         select scope_id, area_id, sku_code, 'USD' from price_cost_key where area_id = $1 and sku_code = $2 and currency = 'INR' returning id, scope_id)
       insert into price_cost (id, row_id, version, key_id, valid_from, known_from, scope_id, unit_cost, floor_margin)
       select n, n, 1, id, '2020-01-01', product_now(), scope_id, 123.45, 10 from key, lateral (select nextval('document_id') as n) x`,
      [INDIA.areaId, SAME_MODEL],
    )
    const review = await submitted(SAME_MODEL)
    expect(await review.line('in.finance')).toMatchObject({ costBasis: '123.45', costOrigin: null })
    await approved(review.formInstanceId)
    expect(await rowOf(review.no, 'hq.pricing')).toMatchObject({ costOrigin: null, costBasis: '123.45' })
  })
})
