import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Acted } from '#test/helpers/company/actor.ts'
import { INDIA, OTHER_MODEL, PHONE, SAME_MODEL, TERM, TERM_SHARER } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import type { Answer } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceReview } from './price-review.doc.ts'

// New list prices of India, from the request to the rows that they become (domain.md 2.1 and 5).

interface Row {
  readonly price: string
  readonly from: string
  readonly to: string | null
  readonly previous: string | null
  readonly version: number
}

const [CLASSIFICATION, OTHER] = ['PC-IN-01', 'PC-IN-04'] as const

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

let next = 0
/** A classification that the demonstration gives no prices, so that a test sees its own alone; each test has another product or term. */
const content = (lines: readonly object[], header: object = {}) => ({
  title: `Spring prices ${(next += 1)}`,
  ...INDIA,
  classificationCode: OTHER,
  tradeTermCode: TERM,
  basis: 'marketPrice',
  taxMode: 'exclusive',
  mode: 'replace',
  effectiveFrom: testDay(1),
  retro: 'no',
  reason: 'The market moved',
  lines,
  ...header,
})

const ask = (lines: readonly object[], header: object = {}, account = 'in.channel'): Promise<Answer<Acted>> =>
  company.server.call<Acted>(account, '/aps/gs/price/bpm/template-code', content(lines, header))

/** The rows of a product that stand, in the order of their days. */
const rows = (skuCode: string, classification: string = OTHER) =>
  company.query<Row>(
    `select r.price::text as price, ((r.valid_from at time zone 'UTC') + interval '05:30')::date::text as "from",
       ((r.valid_to at time zone 'UTC') + interval '05:30')::date::text as "to", r.previous_price::text as previous, r.version
     from price_row r join price_key k on k.id = r.key_id
     where k.sku_code = $1 and k.classification_code = $2 and k.trade_term_code = $3 and k.currency = $4 and r.known_until is null order by r.valid_from`,
    [skuCode, classification, TERM, INDIA.currency],
  )

const agree = (acted: Acted) => company.agreeAll(priceReview, acted.formInstanceId)

async function approved(lines: readonly object[], header: object = {}): Promise<Acted> {
  const { data, msg } = await ask(lines, header)
  expect(data?.state, msg).toBe('underApproval')
  const { last } = await agree(data)
  expect(last.data.state, last.msg).toBe('approved')
  return last.data
}

describe('a price review', () => {
  it('an approved price review writes its prices, and a later one cuts them where it begins and names the price before', async () => {
    await approved([{ skuCode: PHONE, price: '20000.00' }])
    expect(await rows(PHONE)).toEqual([{ price: '20000.00', from: testDay(1), to: null, previous: null, version: 1 }])
    await approved([{ skuCode: PHONE, price: '18000.00' }], { effectiveFrom: testDay(10) })
    expect(await rows(PHONE)).toEqual([
      { price: '20000.00', from: testDay(1), to: testDay(10), previous: null, version: 2 },
      { price: '18000.00', from: testDay(10), to: null, previous: '20000.00', version: 1 },
    ])
  })

  it('a temporary price gives the days after its last back to the price before', async () => {
    await approved([{ skuCode: SAME_MODEL, price: '30000.00' }])
    await approved([{ skuCode: SAME_MODEL, price: '27000.00' }], {
      mode: 'temporary',
      effectiveFrom: testDay(5),
      effectiveTo: testDay(7),
    })
    expect((await rows(SAME_MODEL)).map(({ price, from, to }) => [price, from, to])).toEqual([
      ['30000.00', testDay(1), testDay(5)],
      ['27000.00', testDay(5), testDay(8)],
      ['30000.00', testDay(8), null],
    ])
  })

  it('a product that another document asks a price for is refused with that document’s number, until that is rejected', async () => {
    const { data } = await ask([{ skuCode: OTHER_MODEL.sku, price: '100.00' }])
    const second = await ask([{ skuCode: OTHER_MODEL.sku, price: '101.00' }])
    expect([second.error?.key, second.msg]).toEqual([
      'price.held',
      `Document ${data.no} is in approval for the same price`,
    ])
    await company.decideNext(priceReview, data.formInstanceId, 'reject')
    expect(await rows(OTHER_MODEL.sku)).toEqual([])
    const third = await ask([{ skuCode: OTHER_MODEL.sku, price: '101.00' }])
    expect(third.data.state).toBe('underApproval')
    await company.decideNext(priceReview, third.data.formInstanceId, 'reject')
  })

  it('exactly one of ten price reviews for a product that are submitted at once is accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask([{ skuCode: OTHER_MODEL.sku, price: '99.00' }])),
    )
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted.map(({ data }) => data.state)).toEqual(['underApproval'])
    expect(new Set(answers.flatMap(({ error }) => error?.key ?? []))).toEqual(new Set(['price.held']))
    await company.decideNext(priceReview, accepted[0]!.data.formInstanceId, 'reject')
  })

  it.each([
    ['for nobody', {}, { classificationCode: null }, 'price.partyMissing'],
    ['for a classification and a customer', {}, { customerCode: TERM_SHARER }, 'price.partyTwice'],
    ['for a classification of another area', {}, { classificationCode: 'PC-ID-01' }, 'price.classificationUnknown'],
    ['with a trade term that nobody knows', {}, { tradeTermCode: 'XYZ' }, 'price.tradeTermUnknown'],
    ['for a product that does not exist', { skuCode: 'NOSUCH' }, {}, 'price.productUnknown'],
    ['at no price (F3)', { price: '0.00' }, {}, 'document.notPositive'],
    ['with a price of three decimals', { price: '1.234' }, {}, 'document.tooManyDecimals'],
    ['that ends before it begins', {}, { effectiveTo: testDay(0) }, 'price.datesReversed'],
    ['for a while without a last day', {}, { mode: 'temporary' }, 'price.endMissing'],
    ['that began yesterday without saying so', {}, { effectiveFrom: testDay(-1) }, 'price.beginsInPast'],
    ['with a tax of an unknown rate', {}, { taxMode: 'inclusive' }, 'price.taxRateMissing'],
    ['with tiers that end (B14)', { ladder: '0-100: 5.00' }, {}, 'document.ladderInfinity'],
  ])('a price review is refused: %s', async (_, line, header, key) => {
    expect((await ask([{ skuCode: PHONE, price: '10.00', ...line }], header)).error?.key).toBe(key)
  })

  it('a price review for a customer is refused with a trade term that the customer does not have (Q9)', async () => {
    const [{ term } = { term: '' }] = await company.query<{ term: string }>(
      `select min(t.code) as term from trade_term t where t.enabled
         and not exists (select from customer_trade_term c where c.customer_code = $1 and c.trade_term_code = t.code)`,
      [TERM_SHARER],
    )
    const header = { classificationCode: null, customerCode: TERM_SHARER, tradeTermCode: term }
    const { error, msg } = await ask([{ skuCode: PHONE, price: '10.00' }], header)
    expect([error?.key, msg]).toEqual([
      'price.tradeTermMissing',
      `Trade term ${term} is not configured for the customer`,
    ])
  })

  it('a price review with a product in two lines is refused for the same days and accepted for days that follow each other', async () => {
    const twice = [
      { skuCode: PHONE, price: '10.00' },
      { skuCode: PHONE, price: '11.00' },
    ]
    expect((await ask(twice)).error?.key).toBe('price.skuTwice')
    const { data } = await ask([
      { skuCode: PHONE, price: '10.00', lineTo: testDay(40) },
      { skuCode: PHONE, price: '11.00', lineFrom: testDay(41) },
    ])
    expect(data.state).toBe('underApproval')
    await company.decideNext(priceReview, data.formInstanceId, 'reject')
  })

  it('a start in the past and a margin below the floor both ask HQ pricing, a small change at a good margin does not', async () => {
    const [{ sku } = { sku: '' }] = await company.query<{ sku: string }>(
      `select min(k.sku_code) as sku from price_key k join price_row r on r.key_id = k.id and r.known_until is null
       where k.classification_code = $1 and k.trade_term_code = $2 and k.currency = $3`,
      [CLASSIFICATION, TERM, INDIA.currency],
    )
    const people = async (line: object, header: object = {}) => {
      const { data, msg } = await ask([{ skuCode: sku, ...line }], { classificationCode: CLASSIFICATION, ...header })
      expect(data?.state, msg).toBe('underApproval')
      const steps = await company.query<{ key: string }>(
        `select s ->> 'key' as key from approval_instance i, jsonb_array_elements(i.steps) s where i.document_id = $1 and s ->> 'skip' is null`,
        [data.id],
      )
      await company.decideNext(priceReview, data.formInstanceId, 'reject')
      return steps.map(({ key }) => key)
    }
    const [{ price } = { price: '' }] = await rows(sku, CLASSIFICATION)
    const higher = (Number(price) * 1.02).toFixed(2)
    expect(await people({ price: higher })).not.toContain('hqPricing')
    expect(await people({ price: (Number(price) * 0.85).toFixed(2) })).toContain('hqPricing')
    expect(await people({ price: higher }, { retro: 'yes', effectiveFrom: testDay(-3) })).toContain('hqPricing')
  })

  it('cost, margin and floor of a price are shown by three rights, in the check of a form as on the page', async () => {
    const line = { skuCode: PHONE, price: '25000.00' }
    const checked = async (account: string) =>
      (
        await company.server.call<{ lines: { values: Record<string, unknown> }[] }>(
          account,
          `${priceReview.api}/check`,
          content([line], { classificationCode: CLASSIFICATION }),
        )
      ).data.lines[0]!.values
    expect(await checked('in.channel')).toMatchObject({ costBasis: null, margin: null, floorMargin: null })
    const all = await checked('hq.pricing')
    expect([all['costBasis'], all['margin'], all['floorMargin']].every((value) => typeof value === 'string')).toBe(true)
    const { data } = await ask([line], { classificationCode: CLASSIFICATION })
    const shown = async (account: string) =>
      (
        await company.server.call<{ document: { lines: Record<string, unknown>[] } }>(
          account,
          `${priceReview.api}/detail`,
          { formInstanceId: data.formInstanceId },
        )
      ).data.document.lines[0]!
    expect(await shown('in.channel')).toMatchObject({ costBasis: null, margin: null, floorMargin: null })
    expect(await shown('in.manager')).toMatchObject({ costBasis: null, margin: all['margin'] })
    expect(await shown('in.finance')).toMatchObject({ costBasis: all['costBasis'] })
    await company.decideNext(priceReview, data.formInstanceId, 'reject')
  })

  it('a price review shows the people who decide on it what it moves: sales, stock, and what protecting that would cost at most', async () => {
    const [held = { sku: '', price: '', units: 0 }] = await company.query<{
      sku: string
      price: string
      units: number
    }>(
      `select s.sku_code as sku, min(r.price)::text as price, count(distinct s.device_id)::int as units
       from device_stock(array(select code from customer where classification_code = $1 and state = 'enabled'),
         array(select code from sku), product_now(), null) s
       join price_key k on k.sku_code = s.sku_code and k.classification_code = $1 and k.trade_term_code = $2 and k.currency = $3
       join price_row r on r.key_id = k.id and r.known_until is null group by 1 order by 3 desc, 1`,
      [CLASSIFICATION, TERM, INDIA.currency],
    )
    const { data, msg } = await ask([{ skuCode: held.sku, price: (Number(held.price) - 100).toFixed(2) }], {
      classificationCode: CLASSIFICATION,
    })
    expect(data?.state, msg).toBe('underApproval')
    const figures = async (account: string) =>
      (
        await company.server.call<{ decisionFacts: { total: Record<string, unknown> } }>(
          account,
          `${priceReview.api}/detail`,
          { formInstanceId: data.formInstanceId },
        )
      ).data.decisionFacts.total
    const shown = await figures('in.finance')
    expect(shown).toMatchObject({ stockUnits: held.units, protection: (held.units * 100).toFixed(2), fallsOut: 0 })
    expect(held.units).toBeGreaterThan(0)
    expect(typeof shown['marginBefore']).toBe('string')
    expect(await figures('in.channel')).toMatchObject({ marginBefore: null, marginAfter: null })
    // Managers may see margins and no costs.
    expect(await figures('in.manager')).toMatchObject({ marginBefore: shown['marginBefore'] })
    await company.decideNext(priceReview, data.formInstanceId, 'reject')
    // The same figure with its tax is a lower price.
    const taxed = await ask([{ skuCode: held.sku, price: held.price }], {
      classificationCode: CLASSIFICATION,
      taxMode: 'inclusive',
      taxRate: '18',
    })
    expect(taxed.data?.state, taxed.msg).toBe('underApproval')
    const { total } = (
      await company.server.call<{ decisionFacts: { total: Record<string, string> } }>(
        'in.finance',
        `${priceReview.api}/detail`,
        { formInstanceId: taxed.data.formInstanceId },
      )
    ).data.decisionFacts
    const drop = Number((Number(held.price) - Number(held.price) / 1.18).toFixed(2))
    expect(total['protection']).toBe((drop * held.units).toFixed(2))
    expect(Number(total['marginAfter'])).toBeCloseTo(
      Number(total['marginBefore']) - (Number(total['soldUnits']) * Number(held.price) * 0.18) / 1.18,
      0,
    )
    await company.decideNext(priceReview, taxed.data.formInstanceId, 'reject')
  })

  it('a price review of another region is answered as not found, and a distributor may neither ask nor read', async () => {
    const { data } = await ask([{ skuCode: PHONE, price: '26000.00' }])
    const detail = (account: string) =>
      company.server.call(account, `${priceReview.api}/detail`, { formInstanceId: data.formInstanceId })
    expect((await detail('id.channel')).status).toBe(404)
    expect((await detail('in.dist')).status).toBe(403)
    expect((await ask([{ skuCode: PHONE, price: '1.00' }], {}, 'in.dist')).status).toBe(403)
    await company.decideNext(priceReview, data.formInstanceId, 'reject')
  })
})
