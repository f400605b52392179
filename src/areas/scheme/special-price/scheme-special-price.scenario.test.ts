import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/scheme-special-price.doc.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { CURRENCY, type FundsWorld, fundsWorld } from '#test/helpers/scheme/funds-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { type SpecialPriceStory, specialPriceStory } from '#test/helpers/scheme/claim-story.ts'
import { expireSpecialPrices } from './special-price.work.ts'

// A customer buys a limited quantity below the list price for a while (domain.md 2.13).

let server: DemoServer
let story: SchemeStory
let special: SpecialPriceStory
let world: FundsWorld

beforeAll(async () => {
  const database = await demoDatabase()
  server = await demoServer(database)
  story = await schemeStory(server)
  special = await specialPriceStory(server, story)
  world = await fundsWorld(database)
})

beforeEach(() => special.next())

afterAll(async () => {
  await world?.close()
  await server?.close()
})

const sku = () => special.skus()[0]!
const line = (more: object = {}) => special.line(more)
const ask = (lines: readonly object[], header: object = {}, account = 'in.channel') =>
  special.ask(lines, header, account)
const agree = (acted: Acted) => story.agree(schemeSpecialPrice, acted.formInstanceId)

const records = (no: string) =>
  world.query<{ state: string; cap: number }>(
    'select state, quantity_cap as cap from special_price where document_no = $1 order by line_no',
    [no],
  )

const sound = () => brokenInvariants((text, values) => server.query(text, values))

const left = async (no: string) =>
  (await server.call<{ records: readonly object[] }>('in.channel', `${schemeSpecialPrice.api}/left`, { no })).data
    .records

const minus = (amount: string, less: number) => (Number(amount) - less).toFixed(2)

describe('a special price', () => {
  it('a special price reserves its budget at the submit and gets its cap at the last approval', async () => {
    const before = await story.buckets()
    const { data, msg } = await ask([line()])
    expect([data?.state, msg]).toEqual(['underApproval', expect.anything()])
    expect(await story.buckets()).toMatchObject({ avl: minus(before.avl, 40), occ: minus(before.occ, -40) })
    expect(await records(data.no)).toEqual([{ state: 'asked', cap: 10 }])

    expect((await agree(data)).data.state).toBe('approved')
    expect(await story.buckets()).toMatchObject({
      avl: minus(before.avl, 40),
      occ: before.occ,
      cmt: minus(before.cmt, -40),
    })
    expect(await records(data.no)).toEqual([{ state: 'effective', cap: 10 }])
    expect(await left(data.no)).toMatchObject([{ quantityCap: 10, left: 10, committed: '40.00' }])
    expect(await sound()).toEqual([])
  })

  it('a special price in approval shows the budget before and after it, and none when the margin pays', async () => {
    const facts = async ({ formInstanceId }: Acted) =>
      (
        await server.call<{ decisionFacts: { lines: object[] } }>('in.channel', `${schemeSpecialPrice.api}/detail`, {
          formInstanceId,
        })
      ).data.decisionFacts.lines
    const { avl } = await story.buckets()
    const { data } = await ask([line()])
    expect(await facts(data)).toEqual([{ lineNo: 1, available: avl, after: minus(avl, 40) }])
    await story.decide(schemeSpecialPrice, data.formInstanceId, 'reject')
    const own = await ask([line({ unitSupport: null, budgetCode: null })], { funding: 'margin' })
    expect(await facts(own.data)).toEqual([])
    await story.decide(schemeSpecialPrice, own.data.formInstanceId, 'reject')
  })

  it('a rejected special price releases its budget and can be requested again', async () => {
    const before = await story.buckets()
    const { data } = await ask([line()])
    await story.decide(schemeSpecialPrice, data.formInstanceId, 'reject')
    expect(await story.buckets()).toEqual(before)
    expect(await records(data.no)).toEqual([])
    expect((await ask([line()])).data.state).toBe('underApproval')
  })

  it('a special price paid by the margin uses no budget', async () => {
    const before = await story.buckets()
    const { data } = await ask([line({ unitSupport: null, budgetCode: null })], { funding: 'margin' })
    await agree(data)
    expect(await story.buckets()).toEqual(before)
    expect(await records(data.no)).toEqual([{ state: 'effective', cap: 10 }])
    expect(await left(data.no)).toMatchObject([{ left: 10, committed: '0.00' }])
  })

  it('a special price ends by itself after its last day and releases what it holds, once', async () => {
    const before = await story.buckets()
    const { data } = await ask([line()])
    await agree(data)
    const services = (days: number) =>
      workServices(world.pool, () => new Date(productNow().getTime() + days * 86_400_000))
    await expireSpecialPrices(services(0))
    expect(await records(data.no)).toMatchObject([{ state: 'effective' }])

    for (let more = true; more;) more = await expireSpecialPrices(services(60))
    const entries = `select count(*)::int as n from audit_entry where document_type = 'schemeSpecialPrice' and subject = $1 and action = 'expire'`
    expect(await server.query(entries, [data.no])).toEqual([{ n: 1 }])
    expect(await records(data.no)).toMatchObject([{ state: 'expired' }])
    expect((await story.buckets()).cmt).toBe('0.00')
    expect((await left(data.no))[0]).toMatchObject({ left: 0, committed: '0.00' })
    expect(Number((await story.buckets()).avl)).toBeGreaterThanOrEqual(Number(before.avl))
    expect(await expireSpecialPrices(services(60))).toBe(false)
    expect(await sound()).toEqual([])
  })

  it('a special price is closed before its last day by a person with the right', async () => {
    const before = await story.buckets()
    const { data } = await ask([line()])
    await agree(data)
    const closed = await server.call<Acted>('in.finance', `${schemeSpecialPrice.api}/close`, {
      formInstanceId: data.formInstanceId,
      opinion: 'The tender was lost',
    })
    expect([closed.data?.state, closed.msg]).toEqual(['closed', expect.anything()])
    expect(await story.buckets()).toEqual(before)
    expect(await records(data.no)).toMatchObject([{ state: 'closed' }])
    // The product may get a special price again.
    expect((await ask([line()])).data.state).toBe('underApproval')
    expect(await sound()).toEqual([])
  })

  it('a special price below the margin floor goes to headquarters pricing', async () => {
    const { data } = await ask([line({ specialPrice: '1.00', unitSupport: '0.50' })])
    const steps = await server.query<{ key: string }>(
      `select s->>'key' as key from approval_instance i, jsonb_array_elements(i.steps) s where i.document_id = $1`,
      [data.id],
    )
    expect(steps.map(({ key }) => key)).toContain('hqPricing')
  })

  it('the margin of a special price is of the cost in another currency at the booking rate, which people who see costs are told', async () => {
    const { code, price } = sku()
    // The product costs in dollars as much as it did in rupees, and a dollar is half a rupee.
    await server.query(`update price_cost_key set currency = 'USD' where sku_code = $1 and currency = $2`, [
      code,
      CURRENCY,
    ])
    const [cost] = await server.query<{ text: string }>(
      `select c.unit_cost::text as text from price_cost c join price_cost_key k on k.id = c.key_id where k.sku_code = $1 and k.currency = 'USD' and c.known_until is null`,
      [code],
    )
    const special = (Number(price) - 5).toFixed(2)
    const asked = async (account: string) => {
      const { data } = await ask([line()])
      const answer = await server.call<{ document: { lines: Record<string, unknown>[] } }>(
        account,
        `${schemeSpecialPrice.api}/detail`,
        { formInstanceId: data.formInstanceId },
      )
      await story.decide(schemeSpecialPrice, data.formInstanceId, 'reject')
      return answer.data.document.lines[0]
    }
    expect(await asked('in.finance')).toMatchObject({ margin: null, costOrigin: null })
    await server.query(
      `insert into currency_rate (code, currency_code, base_code, kind, valid_from, units) values ('special', $1, 'USD', 'booking', $2::date, 0.5)`,
      [CURRENCY, testDay(-1)],
    )
    const margin = (((Number(special) - Number(cost!.text) * 0.5) / Number(special)) * 100).toFixed(2)
    expect(await asked('in.finance')).toMatchObject({ margin, costOrigin: `${cost!.text} USD × 0.5` })
    expect(await asked('in.channel')).toMatchObject({ margin: null, costOrigin: null })
  })

  it('a special price never sells beyond its cap, whoever writes it', async () => {
    const { data } = await ask([line()])
    await agree(data)
    await expect(
      world.query('update special_price set reserved = 11 where document_no = $1', [data.no]),
    ).rejects.toThrow('special_price__cap')
  })
})

describe('a refused special price', () => {
  it.each([
    ['at the list price', () => ask([line({ specialPrice: sku().price })]), 'scheme.notBelowList'],
    [
      'on a trade term that the customer has not (Q9)',
      () => ask([line()], { tradeTermCode: 'XXX' }),
      'scheme.tradeTermMissing',
    ],
    [
      'that is over before today',
      () => ask([line()], { validFrom: '2000-01-01', validTo: '2000-01-02' }),
      'scheme.validityOver',
    ],
    ['for a product that there is not (Q11)', () => ask([line({ skuCode: 'NONE' })]), 'scheme.productUnknown'],
    ['for one product twice', () => ask([line(), line()]), 'scheme.skuTwice'],
    ['with no units (F1)', () => ask([line({ quantityCap: 0 })]), 'document.notQuantity'],
    ['with a price of nothing (F3)', () => ask([line({ specialPrice: '0.00' })]), 'document.notPositive'],
    ['without a customer (Q1)', () => ask([line()], { customerCode: '' }), 'document.required'],
    [
      'ending before it begins',
      () => ask([line()], { validFrom: testDay(21), validTo: testDay(2) }),
      'scheme.datesReversed',
    ],
    ['for longer than a price may be special', () => ask([line()], { validTo: testDay(200) }), 'scheme.validTooLong'],
    ['with more support than it is cheaper', () => ask([line({ unitSupport: '5.01' })]), 'scheme.supportTooHigh'],
    ['with support of no budget', () => ask([line({ budgetCode: null })]), 'scheme.supportBudgetMissing'],
    ['with support where the margin pays', () => ask([line()], { funding: 'margin' }), 'scheme.supportNotAsked'],
    [
      'with a unit support on some lines only (B13)',
      () => ask([line(), line({ skuCode: special.skus()[1]!.code, specialPrice: '1.00', unitSupport: null })]),
      'scheme.unitPriceIncomplete',
    ],
    [
      'with a currency on some lines only (B12)',
      () =>
        ask([
          line({ lineCurrency: CURRENCY }),
          line({ skuCode: special.skus()[1]!.code, specialPrice: '1.00', unitSupport: '0.10' }),
        ]),
      'scheme.currencyIncomplete',
    ],
    ['in another currency', () => ask([line({ lineCurrency: 'USD' })]), 'scheme.currencyDiffers'],
    ['beyond what is available (B1)', () => ask([line({ quantityCap: 900_000_000 })]), 'budget.exceedsLine'],
  ])('a special price is refused: %s', async (_, act, key) => {
    expect((await act()).error?.key).toBe(key)
  })

  it('a special price without a list price (Q23) is refused in the words of the specification', async () => {
    const skuCode = 'VTCABLE-WH'
    await world.query(
      `update price_row set known_until = product_now() where key_id in (select id from price_key where sku_code = $1)`,
      [skuCode],
    )
    const { error, msg } = await ask([line({ skuCode, specialPrice: '1.00' })])
    expect([error?.key, msg]).toEqual([
      'scheme.priceEmpty',
      'Price must not be null: an empty price means contact finance',
    ])
  })

  it('a special price by a person who does not see the customer is answered as not found', async () => {
    expect((await ask([line()], {}, 'id.channel')).status).toBe(404)
  })

  it('twenty special prices for the same product are submitted at once, and exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask([line()])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ error }) => (error ? [error.key] : [])))).toEqual(
      new Set(['scheme.specialBefore']),
    )
    expect(await sound()).toEqual([])
  })
})
