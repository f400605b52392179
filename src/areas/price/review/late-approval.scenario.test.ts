import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Acted } from '#test/helpers/company/actor.ts'
import { INDIA, OTHER_MODEL, PHONE, SAME_MODEL, TERM } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceApplication } from '../application/price-application.doc.ts'
import { priceReview } from './price-review.doc.ts'

// Prices whose first day is over when the last person approves (decision 142).

/** The demonstration has no prices of this classification and trade term. */
const CLASSIFICATION = 'PC-IN-04'

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

const content = (skuCodes: readonly string[], more: object = {}) => ({
  title: 'Prices of today',
  ...INDIA,
  classificationCode: CLASSIFICATION,
  tradeTermCode: TERM,
  basis: 'marketPrice',
  taxMode: 'exclusive',
  mode: 'replace',
  effectiveFrom: testDay(0),
  retro: 'no',
  reason: 'The market moved',
  lines: skuCodes.map((skuCode) => ({ skuCode, price: '20000.00' })),
  ...more,
})

async function asked(raw: object, path = '/aps/gs/price/bpm/template-code'): Promise<Acted> {
  const { data, msg } = await company.server.call<Acted>('in.channel', path, raw)
  expect(data?.state, msg).toBe('underApproval')
  return data
}

/** The request as it is so many days later: nobody has decided on it yet. */
async function daysLater(days: number, of: 'price_review' | 'price_application', { id }: Acted): Promise<void> {
  await company.query(
    `update ${of} set effective_from = effective_from - $2::int, effective_to = effective_to - $2::int where id = $1`,
    [id, days],
  )
  if (of === 'price_review')
    await company.query(
      'update price_review_line set line_from = line_from - $2::int, line_to = line_to - $2::int where document_id = $1',
      [id, days],
    )
}

const rowsOf = (no: string) =>
  company.query<{ sku: string; from: string; to: string | null }>(
    `select k.sku_code as sku, ((r.valid_from at time zone 'UTC') + interval '05:30')::date::text as "from",
       ((r.valid_to at time zone 'UTC') + interval '05:30')::date::text as "to"
     from price_row r join price_key k on k.id = r.key_id where r.source_no = $1 and r.known_until is null order by 1, 2`,
    [no],
  )

describe('a price whose first day is over when it is approved', () => {
  it('a review that does not ask for the past begins on the day of its approval, and its history says which day was asked for', async () => {
    const review = await asked(
      content([], {
        lines: [
          { skuCode: PHONE, price: '20000.00' },
          { skuCode: SAME_MODEL, price: '21000.00', lineFrom: testDay(5) },
          { skuCode: OTHER_MODEL.sku, price: '22000.00', lineTo: testDay(9) },
        ],
      }),
    )
    await daysLater(2, 'price_review', review)
    const { last } = await company.agreeAll(priceReview, review.formInstanceId)
    expect(last.data?.state, last.msg).toBe('approved')
    expect(new Map((await rowsOf(review.no)).map(({ sku, from, to }) => [sku, [from, to]]))).toEqual(
      new Map([
        [PHONE, [testDay(0), null]],
        [SAME_MODEL, [testDay(3), null]],
        [OTHER_MODEL.sku, [testDay(0), testDay(8)]],
      ]),
    )
    const history = async (skuCode: string) => {
      const [row] = await company.query<{ id: string }>(
        'select r.id::text from price_row r join price_key k on k.id = r.key_id where r.source_no = $1 and k.sku_code = $2',
        [review.no, skuCode],
      )
      const { data } = await company.server.call<{ records: { askedFrom: string | null }[] }>(
        'in.channel',
        '/aps/price/history/get',
        { id: row!.id },
      )
      return data.records.map(({ askedFrom }) => askedFrom)
    }
    expect((await history(PHONE))[0]).toBe(testDay(-2))
    expect((await history(SAME_MODEL))[0]).toBe(null)
  })

  it('a review that asks for the past begins on the day that it names', async () => {
    const review = await asked(content([PHONE], { retro: 'yes', effectiveFrom: testDay(-3) }))
    await daysLater(2, 'price_review', review)
    await company.agreeAll(priceReview, review.formInstanceId)
    expect(await rowsOf(review.no)).toEqual([{ sku: PHONE, from: testDay(-5), to: null }])
  })

  it('a line whose last day is over keeps its document from being approved, and its people may return it', async () => {
    const review = await asked(content([PHONE, SAME_MODEL], { mode: 'temporary', effectiveTo: testDay(1) }))
    await daysLater(2, 'price_review', review)
    const { last } = await company.agreeAll(priceReview, review.formInstanceId)
    expect([last.error?.key, last.status]).toEqual(['price.lineOver', 409])
    expect(last.msg).toContain(testDay(-1))
    expect(await rowsOf(review.no)).toEqual([])
    const returned = await company.decideNext(priceReview, review.formInstanceId, 'return')
    expect(returned.result.status, returned.result.msg).toBe(200)
  })

  it('an application within the authority of its country begins on the day of its approval', async () => {
    const [found] = await company.query<{ sku: string; term: string; classification: string; price: string }>(
      `select k.sku_code as sku, k.trade_term_code as term, k.classification_code as classification, r.price::text as price
       from price_key k join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null
       where k.area_id = $1 and k.currency = $2 and k.classification_code is not null and r.valid_from < product_now() order by 3, 2, 1`,
      [INDIA.areaId, INDIA.currency],
    )
    const { retro: _, ...raw } = content([found!.sku], {
      classificationCode: found!.classification,
      tradeTermCode: found!.term,
      market: 'Three shops ask more',
      lines: [{ skuCode: found!.sku, price: (Number(found!.price) * 1.01).toFixed(2), expectedQuantity: 10 }],
    })
    const application = await asked(raw, `${priceApplication.api}/submit`)
    await daysLater(2, 'price_application', application)
    const { last } = await company.agreeAll(priceApplication, application.formInstanceId)
    expect(last.data?.state, last.msg).toBe('approved')
    expect(await rowsOf(application.no)).toEqual([{ sku: found!.sku, from: testDay(0), to: null }])
  })
})
