import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { beginOf } from '#kernel/base/clock/zone-day.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { takeFollowed } from '#kernel/services/following/take-followed.ts'
import { priceApplication, priceReview } from '#areas/price/price.facade.ts'
import { INDIA, PHONE, TERM } from '#test/helpers/company/fixtures.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { server as schemeServer } from '#areas/scheme/scheme.server.ts'
import { type ClaimStory, claimStory } from '#test/helpers/scheme/claim-story.ts'
import { type StockStory, stockStory } from '#test/helpers/scheme/stock-story.ts'
import { type SchemeStory, schemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { type DemoServer, demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { proposeProtection } from './propose.server.ts'
import { countProposals } from './proposal.work.ts'
import type { Proposal, ProposalDetail } from './proposal-wire.ts'

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let stock: StockStory
let pool: ReturnType<typeof createPool>
let zone: string

const API = '/aps/scheme/priceProtectionProposals'

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  pool = createPool({ databaseUrl, max: 2, name: 'test proposals' })
  story = await schemeStory(server)
  claims = await claimStory(server, story)
  stock = await stockStory(server, story)
  const [row] = await server.query<{ timezone: string }>(
    'select o.timezone from area a join organisation o on o.id = a.organisation_id where a.id = $1',
    [story.budget.area],
  )
  zone = row!.timezone
})

afterAll(async () => {
  await pool?.end()
  await server?.close()
})

let reviews = 0

/** A review lowered the price of the story's phone for its customer, or for their classification, from the day after this one. */
async function cut(lastDay: string, oldPrice: string, newPrice: string, classificationCode?: string): Promise<string> {
  reviews += 1
  const no = `PR-T-${reviews}`
  const { area, currency } = story.budget
  const act = {
    documentType: 'priceReview',
    documentId: String(reviews),
    no,
    did: 'approve',
    round: 1,
    actorId: 1,
    at: productNow(),
  }
  await transaction(pool, (tx) =>
    proposeProtection(tx, act, {
      touched: [],
      cuts: [
        {
          sourceType: act.documentType,
          sourceId: act.documentId,
          sourceNo: no,
          areaId: Number(area),
          customerCode: classificationCode ? null : story.customer,
          classificationCode: classificationCode ?? null,
          skuCode: stock.sku,
          currency,
          effectiveAt: beginOf(zone, dayAfter(lastDay, 1)),
          oldPrice,
          newPrice,
        },
      ],
    }),
  )
  return no
}

async function count(now = productNow()): Promise<void> {
  while (await countProposals(workServices(pool, () => now)));
}

const proposalOf = async (sourceNo: string, account = 'in.channel') =>
  (await server.call<{ records: readonly Proposal[] }>(account, `${API}/queryByPage`, { sourceNo })).data?.records?.[0]

it('a price cut proposes the drop for the units in stock at its instant, which become an application with one click', async () => {
  await stock.unit()
  await stock.unit({ paid: '950.00' })
  // Bought at a special price that is no higher than the new one, sold out before, or received after.
  await stock.unit({ paid: '900.00' })
  await stock.unit({ soldOut: 1 })
  await stock.unit({ got: -1 })
  const no = await cut(stock.referenceDate, '1000.00', '900.00')
  expect(await proposalOf(no)).toMatchObject({ state: 'open', countedAt: null, units: null, amount: null, cuts: 1 })
  const early = await server.call('in.channel', `${API}/apply`, { id: (await proposalOf(no))!.id })
  expect(early.error?.key).toBe('scheme.proposalNotCounted')
  await count()
  const proposal = await proposalOf(no)
  expect(proposal).toMatchObject({ referenceDay: stock.referenceDate, customers: 1, units: 2, amount: '200.00' })
  const { id } = proposal!
  const { data } = await server.call<ProposalDetail>('in.channel', `${API}/detail`, { id })
  expect(data.lines).toMatchObject([
    { customerCode: story.customer, skuCode: stock.sku, drop: '100.00', units: 2, corrected: 0, amount: '200.00' },
  ])
  // Another country sees nothing of it, the staff of a distributor have no right to the list.
  expect(await proposalOf(no, 'id.channel')).toBeUndefined()
  expect((await server.call('id.channel', `${API}/apply`, { id })).error?.key).toBe('scheme.proposalUnknown')
  for (const call of ['queryByPage', 'detail', 'apply', 'dismiss'])
    expect((await server.call('in.dist', `${API}/${call}`, { id, reason: 'x' })).status, call).toBe(403)

  const made = await server.call<{ id: string; no: string }>('in.channel', `${API}/apply`, { id })
  expect(made.status).toBe(200)
  expect((await server.call('in.channel', `${API}/apply`, { id })).error?.key).toBe('scheme.proposalDecided')
  expect(await proposalOf(no)).toMatchObject({
    state: 'used',
    applicationNo: made.data.no,
    applicationId: made.data.id,
  })
  const [draft] = await server.query<{ draft: Readonly<Record<string, unknown>> & { lines: object[] } }>(
    'select draft from scheme_application where id = $1',
    [made.data.id],
  )
  expect(draft?.draft).toMatchObject({
    schemeType: 'priceProtection',
    referenceDate: stock.referenceDate,
    coverageDays: '90',
  })
  expect(draft?.draft.lines).toMatchObject([
    { basis: 'stock', unitAmount: '100.00', plannedQuantity: '2', amount: '200.00' },
  ])

  // A deleted draft leaves the proposal to be decided on again.
  const deleted = await server.call('in.channel', '/aps/scheme/application/delete', { id: made.data.id, version: 1 })
  expect(deleted.status, deleted.msg).toBe(200)
  while (await relayOnce(pool, takeFollowed(schemeServer.follows ?? [])));
  expect(await proposalOf(no)).toMatchObject({ state: 'open', applicationNo: null })
})

it('a cut to come is counted once its instant is reached, and is dismissed with a reason', async () => {
  const lastDay = testDay(3)
  const [of] = await server.query<{ classification: string }>(
    'select classification_code as classification from customer where code = $1',
    [story.customer],
  )
  const no = await cut(lastDay, '900.00', '890.00', of!.classification)
  await count()
  expect(await proposalOf(no)).toMatchObject({ countedAt: null, referenceDay: lastDay })
  await count(beginOf(zone, dayAfter(lastDay, 1)))
  // The customer is of a country with another currency: only the two units that they bought in the currency of the cut.
  expect(await proposalOf(no)).toMatchObject({ countedAt: expect.any(String) as string, units: 2, amount: '20.00' })
  const { id } = (await proposalOf(no))!
  expect((await server.call('in.channel', `${API}/dismiss`, { id, reason: ' ' })).status).toBe(400)
  expect((await server.call('in.channel', `${API}/dismiss`, { id, reason: 'Agreed with the customer' })).status).toBe(
    200,
  )
  expect(await proposalOf(no)).toMatchObject({ state: 'dismissed', reason: 'Agreed with the customer' })
})

it('price protection pays a unit once for a price cut, and again for the next one', async () => {
  const first = dayAfter(stock.referenceDate, -3)
  const unit = await stock.unit({ got: 20, sku: stock.otherSku })
  const header = (referenceDate: string) => ({ ...stock.header, referenceDate })
  const schemeOf = (day: string) => claims.scheme([stock.line('40.00', 1, { skuCode: stock.otherSku })], header(day))
  const other = async (lastDay: string, oldPrice: string, newPrice: string) => {
    const { sku } = stock
    await cut(lastDay, oldPrice, newPrice)
    await server.query(
      'update price_protection_cut set sku_code = $1 where sku_code = $2 and proposal_id = (select max(id) from price_protection_proposal)',
      [stock.otherSku, sku],
    )
  }
  await other(first, '500.00', '460.00')
  await other(stock.referenceDate, '460.00', '420.00')
  const [one, again, next] = [await schemeOf(first), await schemeOf(first), await schemeOf(stock.referenceDate)]
  const claim = (scheme: typeof one, period: 0 | 1) =>
    claims.claim(scheme, '40.00', { claimPeriod: stock.periods[period] }, { remark: null, imeis: unit })
  const paid = await claim(one, 0)
  expect(paid.data?.state ?? paid.msg).toBe('underApproval')
  await story.agree(schemeExecute, paid.data.formInstanceId)
  // The same cut by another scheme, named and by quantity.
  expect((await claim(again, 0)).error?.key).toBe('device.claimed')
  const byQuantity = await claims.claim(again, '40.00', { claimPeriod: stock.periods[1] }, { remark: null })
  expect(byQuantity.error?.key).toBe('scheme.beyondCalculation')
  const second = await claim(next, 1)
  expect(second.data?.state ?? second.msg).toBe('underApproval')
  await story.agree(schemeExecute, second.data.formInstanceId)
  const kept = await server.query<{ occasion: string }>(
    `select k.occasion from device_claim k join device d on d.id = k.device_id where d.imei1 = $1 and k.state = 'paid' order by 1`,
    [unit],
  )
  expect(kept.map(({ occasion }) => occasion)).toEqual([first, stock.referenceDate])
})

/** Prices of operators in India, asked for and approved; answers the proposal that follows. */
async function priced(definition: typeof priceReview | typeof priceApplication, price: string, day: number) {
  const { data, msg } = await story.company.as('in.channel').submit(definition as typeof priceApplication, {
    title: 'Prices of operators',
    ...INDIA,
    classificationCode: 'PC-IN-04',
    tradeTermCode: TERM,
    basis: 'marketPrice',
    taxMode: 'exclusive',
    mode: 'replace',
    effectiveFrom: testDay(day),
    ...(definition === priceReview ? { retro: 'no' } : { market: 'Shops ask less' }),
    reason: 'The market moved',
    lines: [{ skuCode: PHONE, price }],
  })
  expect(data?.state, msg).toBe('underApproval')
  await story.company.agreeAll(definition, data.formInstanceId)
  for (let more = true; more;) more = await relayOnce(pool, takeFollowed(schemeServer.follows ?? []))
  return proposalOf(data.no)
}

it('an approved price document leaves one proposal where it lowers a price, and none where it raises one', async () => {
  const [{ cost } = { cost: 0 }] = await server.query<{ cost: number }>(
    `select c.unit_cost::float as cost from price_cost c join price_cost_key k on k.id = c.key_id
     where k.sku_code = $1 and k.area_id = $2 and k.currency = $3 and c.known_until is null`,
    [PHONE, INDIA.areaId, INDIA.currency],
  )
  const price = (factor: number) => (cost * factor).toFixed(2)
  expect(await priced(priceReview, price(1.4), 1)).toBeUndefined()
  expect(await priced(priceReview, price(1.3), 9)).toMatchObject({ state: 'open', cuts: 1, countedAt: null })
  expect(await priced(priceReview, price(1.35), 19)).toBeUndefined()
  expect(await priced(priceApplication, price(1.32), 29)).toMatchObject({ state: 'open', cuts: 1 })
})
