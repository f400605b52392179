import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { takeFollowed } from '#kernel/services/following/take-followed.ts'
import { priceFeed, priceReview } from '#areas/price/price.facade.ts'
import { server as schemeServer } from '#areas/scheme/scheme.server.ts'
import { INDIA, TERM } from '#test/helpers/company/fixtures.ts'
import { type StockStory, stockStory } from '#test/helpers/scheme/claim-story.ts'
import { type SchemeStory, schemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { type DemoServer, demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import type { Proposal } from './proposal-wire.ts'
import { countProposals } from './proposal.work.ts'

// What becomes of a proposal once the cut that it is of is taken back.

const API = '/aps/scheme/priceProtectionProposals'

let server: DemoServer
let story: SchemeStory
let stock: StockStory
let pool: ReturnType<typeof createPool>
let skus: readonly string[]
let term: string

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  pool = createPool({ databaseUrl, max: 2, name: 'test cuts taken back' })
  story = await schemeStory(server)
  stock = await stockStory(server, story)
  const priced = await server.query<{ sku: string }>(
    `select distinct k.sku_code as sku from price_cost_key k join price_cost c on c.key_id = k.id and c.known_until is null
     join sku s on s.code = k.sku_code join spu p on p.code = s.spu_code join product_category y on y.code = p.category_code
     where k.area_id = $1 and k.currency = $2 and s.enabled and p.enabled and y.class = 'phone' and k.sku_code <> all ($3::text[]) order by 1`,
    [INDIA.areaId, INDIA.currency, [stock.sku, stock.otherSku]],
  )
  skus = priced.map(({ sku }) => sku)
  expect(skus.length).toBeGreaterThan(5)
  const [own] = await server.query<{ term: string }>(
    'select min(trade_term_code) as term from customer_trade_term where customer_code = $1 and enabled',
    [story.customer],
  )
  term = own!.term
})

afterAll(async () => {
  await pool?.end()
  await server?.close()
})

const follow = async () => {
  for (let more = true; more;) more = await relayOnce(pool, takeFollowed(schemeServer.follows ?? []))
}

async function proposalsOf(sourceNo: string): Promise<readonly Proposal[]> {
  await follow()
  const { data, msg } = await server.call<{ records: readonly Proposal[] }>('in.channel', `${API}/queryByPage`, {
    sourceNo,
  })
  expect([msg, data?.records]).toEqual([msg, expect.anything()])
  return data.records.toSorted((a, b) => a.referenceDay.localeCompare(b.referenceDay))
}
const proposalOf = async (sourceNo: string) => (await proposalsOf(sourceNo))[0]

const count = async () => {
  while (await countProposals(workServices(pool, productNow)));
}

/** An approved review of products: so much of what each costs, so many days from today. */
async function priced(factor: number, products: readonly string[], from: number, to?: number) {
  const costs = await server.query<{ sku: string; cost: number }>(
    `select k.sku_code as sku, c.unit_cost::float as cost from price_cost c join price_cost_key k on k.id = c.key_id
     where k.sku_code = any ($1::text[]) and k.area_id = $2 and k.currency = $3 and c.known_until is null`,
    [products, INDIA.areaId, INDIA.currency],
  )
  const { data, msg } = await story.company.as('in.channel').submit(priceReview, {
    title: 'Prices of operators',
    ...INDIA,
    classificationCode: 'PC-IN-04',
    tradeTermCode: TERM,
    basis: 'marketPrice',
    taxMode: 'exclusive',
    mode: to === undefined ? 'replace' : 'temporary',
    effectiveFrom: testDay(from),
    ...(to === undefined ? {} : { effectiveTo: testDay(to) }),
    retro: 'no',
    reason: 'The market moved',
    lines: costs.map(({ sku, cost }) => ({ skuCode: sku, price: (cost * factor).toFixed(2) })),
  })
  expect(data?.state, msg).toBe('underApproval')
  await story.company.agreeAll(priceReview, data.formInstanceId)
  return data
}

async function act(action: string, { id }: { readonly id: string }, input: object) {
  const { status, msg } = await server.call('in.finance', `${priceReview.api}/${action}`, {
    id,
    input: { reason: 'The market moved back', ...input },
  })
  expect([msg, status]).toEqual([msg, 200])
}

it('an open proposal keeps the cuts that stand when some prices are revoked, and is closed with the document and the day when all are', async () => {
  const two = skus.slice(0, 2)
  await priced(1.4, two, 1)
  const cut = await priced(1.3, two, 9)
  expect(await proposalOf(cut.no)).toMatchObject({ state: 'open', cuts: 2, cutsTaken: 0, changedNo: null })
  await act('revoke', cut, { skuCodes: two[0] })
  expect(await proposalOf(cut.no)).toMatchObject({
    state: 'open',
    cuts: 1,
    cutsTaken: 1,
    changedNo: cut.no,
    changedAct: 'revoke',
  })
  await act('revoke', cut, {})
  const closed = (await proposalOf(cut.no))!
  expect(closed).toMatchObject({
    state: 'takenBack',
    cuts: 0,
    cutsTaken: 2,
    changedNo: cut.no,
    changedAt: expect.any(String) as string,
    decidedBy: null,
    countedAt: null,
  })
  const apply = await server.call('in.channel', `${API}/apply`, { id: closed.id })
  expect(apply).toMatchObject({ status: 409, error: { key: 'scheme.proposalTakenBack' } })
})

it('an extension leaves the proposal of its own cut alone, and prices that end before they begin close it', async () => {
  const one = skus.slice(2, 3)
  await priced(1.4, one, 1)
  const cut = await priced(1.3, one, 9, 15)
  await act('extend', cut, { day: testDay(20) })
  expect(await proposalsOf(cut.no)).toMatchObject([{ state: 'open', cuts: 1, changedNo: null }])
  await act('endEarly', cut, { day: testDay(4) })
  expect(await proposalsOf(cut.no)).toMatchObject([
    { state: 'takenBack', changedAct: 'endEarly', changedNo: cut.no, cuts: 0 },
  ])
})

it('the cut of another document counts by the price that is in force before it: a revoked one makes its drop larger', async () => {
  const one = skus.slice(3, 4)
  await priced(1.4, one, 1)
  const first = await priced(1.35, one, 9)
  const second = await priced(1.3, one, 19)
  const drop = async (no: string) =>
    (
      await server.query<{ drop: number }>(
        `select round((t.old_price - t.new_price) / c.unit_cost, 2)::float as drop from price_protection_cut t
         join price_protection_proposal p on p.id = t.proposal_id join price_cost_key k on k.sku_code = t.sku_code and k.area_id = p.area_id
           and k.currency = p.currency join price_cost c on c.key_id = k.id and c.known_until is null
         where p.source_no = $1 and t.taken_at is null`,
        [no],
      )
    ).map((row) => row.drop)
  await follow()
  expect([await drop(first.no), await drop(second.no)]).toEqual([[0.05], [0.05]])
  await act('revoke', first, {})
  expect(await proposalOf(first.no)).toMatchObject({ state: 'takenBack' })
  expect(await proposalOf(second.no)).toMatchObject({ state: 'open', cuts: 1, changedNo: first.no })
  expect([await drop(first.no), await drop(second.no)]).toEqual([[], [0.1]])
})

it('a cut that an extended price covers is taken back, and one where the covered price begins instead is proposed', async () => {
  const one = skus.slice(4, 5)
  await priced(1.4, one, 1)
  const later = await priced(1.2, one, 20)
  const promotion = await priced(1.3, one, 9, 15)
  expect(await proposalsOf(later.no)).toMatchObject([{ state: 'open', referenceDay: testDay(19), changedNo: null }])
  await act('extend', promotion, { day: testDay(24) })
  expect(await proposalsOf(later.no)).toMatchObject([
    { state: 'takenBack', referenceDay: testDay(19), changedNo: promotion.no, changedAct: 'extend' },
    { state: 'open', referenceDay: testDay(24), changedNo: null, cuts: 1 },
  ])
  expect(await proposalOf(promotion.no)).toMatchObject({ state: 'open', changedNo: null })
})

/** Prices of the customer alone that came by a file. */
async function fed(price: string, effectiveFrom: string) {
  const { data, msg } = await story.company.as('hq.pricing').submit(priceFeed, {
    idcCode: INDIA.idcCode,
    areaId: INDIA.areaId,
    source: 'file',
    reference: `Prices from ${effectiveFrom}`,
    lines: [
      {
        sourceRow: 1,
        customerCode: story.customer,
        skuCode: stock.sku,
        tradeTermCode: term,
        currency: INDIA.currency,
        taxMode: 'exclusive',
        price,
        effectiveFrom,
      },
    ],
  })
  expect([msg, data?.state]).toEqual([msg, 'applied'])
  return data
}

const undo = async ({ id }: { readonly id: string }) => {
  const { status, msg } = await server.call('hq.pricing', `${priceFeed.api}/undo`, {
    id,
    input: { reason: 'Sent by mistake' },
  })
  expect([msg, status]).toEqual([msg, 200])
}

it('a feed that is undone closes its counted proposal, and one that an application was made of says so and keeps what it counted', async () => {
  await stock.unit({ paid: '1000.00' })
  await stock.unit({ paid: '1000.00' })
  const from = dayAfter(stock.referenceDate, 1)
  await fed('1000.00', dayAfter(from, -40))
  const first = await fed('900.00', from)
  await follow()
  await count()
  expect(await proposalOf(first.no)).toMatchObject({ state: 'open', units: 2, amount: '200.00' })
  await undo(first)
  await follow()
  await count()
  expect(await proposalOf(first.no)).toMatchObject({
    state: 'takenBack',
    changedAct: 'undo',
    changedNo: first.no,
    units: null,
    amount: null,
  })

  const second = await fed('950.00', from)
  await follow()
  await count()
  const open = (await proposalOf(second.no))!
  expect(open).toMatchObject({ state: 'open', units: 2, amount: '100.00' })
  const made = await server.call<{ id: string; no: string }>('in.channel', `${API}/apply`, { id: open.id })
  expect([made.msg, made.status]).toEqual([made.msg, 200])
  await undo(second)
  expect(await proposalOf(second.no)).toMatchObject({
    state: 'used',
    applicationNo: made.data.no,
    cuts: 0,
    cutsTaken: 1,
    changedAct: 'undo',
    changedNo: second.no,
    units: 2,
    amount: '100.00',
  })
  // The application was deleted, so there is nothing left to decide on.
  const deleted = await server.call('in.channel', '/aps/scheme/application/delete', { id: made.data.id, version: 1 })
  expect([deleted.msg, deleted.status]).toEqual([deleted.msg, 200])
  expect(await proposalOf(second.no)).toMatchObject({ state: 'takenBack', changedNo: second.no, applicationNo: null })
})
