import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceReview } from '#areas/price/review/price-review.doc.ts'
import { webhookHeaders, webhookKeys } from '#kernel/platform/outgoing/standard-webhook.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { companyOn, type TestCompany } from '#test/helpers/company/test-company.ts'
import { FOREIGN_CUSTOMER, INDONESIA } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'
import { until } from '#test/helpers/until.ts'
import type { FeedAnswer } from './take-feed.server.ts'

// Prices that another system sends, and what people do with the documents that they become.

const SECRET = `whsec_${Buffer.from('only the tests know this').toString('base64')}`

interface Listed {
  readonly classificationCode: string
  readonly tradeTermCode: string
  readonly skuCode: string
  readonly price: string
}

let databaseUrl: string
let company: TestCompany
let listed: readonly Listed[]
let area: string
let other: string

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  company = companyOn(await demoServer(databaseUrl, { SYNC_SECRET_DEMO: SECRET }))
  const areas = await company.query<{ id: number; code: string }>('select id, area_code as code from area')
  const codeOf = (id: number) => areas.find((each) => each.id === id)!.code
  area = codeOf(INDONESIA.areaId)
  other = codeOf(2)
  // No two of the same product, so that each test has keys of its own.
  listed = await company.query<Listed>(
    `select distinct on (k.sku_code) k.classification_code as "classificationCode", k.trade_term_code as "tradeTermCode", k.sku_code as "skuCode",
       r.price::text as price
     from price_key k join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null
     where k.area_id = $1 and k.currency = $2 and k.classification_code is not null and r.source_type = 'demonstration'
       and exists (select from sku s join spu p on p.code = s.spu_code join product_category c on c.code = p.category_code where s.code = k.sku_code and c.class = 'phone')
     order by k.sku_code, k.id`,
    [INDONESIA.areaId, INDONESIA.currency],
  )
  expect(listed.length).toBeGreaterThan(12)
})
afterAll(() => company?.close())

const line = (at: number, more: object = {}) => ({
  ...listed[at]!,
  price: '4321.00',
  currency: INDONESIA.currency,
  taxMode: 'exclusive',
  effectiveFrom: '2027-02-01',
  ...more,
})
const message = (lines: readonly object[], more: object = {}) => ({ area, lines, ...more })

interface Sending {
  readonly system?: string
  readonly id?: string
  readonly secret?: string
  readonly at?: Date
}

function send(
  body: object,
  { system = 'ERP', id = `msg_${randomUUID()}`, secret = SECRET, at = productNow() }: Sending = {},
) {
  const text = JSON.stringify(body)
  const headers = webhookHeaders(webhookKeys(secret)!, { id, body: text, at })
  return company.server.post<FeedAnswer>(`/aps/price/feed/inbound/${system}`, text, headers)
}

async function taken(body: object, sending?: Sending): Promise<FeedAnswer> {
  const { status, msg, data } = await send(body, sending)
  expect([status, msg]).toEqual([200, 'success'])
  return data
}

const standing = (sku: string) =>
  company.query<{ price: string; no: string | null; from: string; to: string | null }>(
    `select r.price::text, r.source_no as no, r.valid_from as from, r.valid_to as to from price_row r join price_key k on k.id = r.key_id
     where k.sku_code = $1 and k.area_id = $2 and k.classification_code = $3 and k.trade_term_code = $4 and r.known_until is null order by r.valid_from`,
    [
      sku,
      INDONESIA.areaId,
      listed.find(({ skuCode }) => skuCode === sku)!.classificationCode,
      listed.find(({ skuCode }) => skuCode === sku)!.tradeTermCode,
    ],
  )
const feeds = async () =>
  (await company.query<{ count: number }>('select count(*)::int as count from price_feed'))[0]!.count

const undo = (id: string, account = 'hq.pricing') =>
  company.server.call<{ state: string }>(account, '/aps/price/feed/undo', { id, input: { reason: 'Sent by mistake' } })

const review = (at: number, effectiveFrom = '2027-02-01') => {
  const { price: _, skuCode, ...keyed } = listed[at]!
  return company.as('id.channel').submit(priceReview, {
    ...INDONESIA,
    ...keyed,
    title: 'A price in approval',
    taxMode: 'exclusive',
    mode: 'replace',
    effectiveFrom,
    retro: 'no',
    basis: 'marketPrice',
    reason: 'The market',
    lines: [{ skuCode, price: '4000.00' }],
  })
}

describe('prices that another system sends', () => {
  it('a message becomes a feed that is in the list at once, raised, audited and named in the history as the system', async () => {
    const { id, no, applied, refused } = await taken(message([line(0), line(1)], { reason: 'Prices of the month' }))
    expect([applied, refused]).toEqual([2, []])
    expect((await standing(listed[0]!.skuCode)).at(-1)).toMatchObject({ price: '4321.00', no, to: null })
    const { data } = await company.server.call<{ document: Record<string, unknown>; approval: unknown }>(
      'hq.pricing',
      '/aps/price/feed/detail',
      { no },
    )
    expect(data.approval).toBeNull()
    expect(data.document).toMatchObject({
      state: 'applied',
      source: 'system',
      lineCount: 2,
      drafter: { account: 'system.erp' },
      acts: ['undo'],
      history: [{ act: 'submit', actor: { account: 'system.erp' } }],
      lines: [{ sourceRow: 1, previousPrice: listed[0]!.price }, { sourceRow: 2 }],
    })
    const listing = await company.server.call<{ records: { no: string }[] }>(
      'hq.pricing',
      '/aps/price/feed/queryByPage',
      {
        areaId: INDONESIA.areaId,
        source: 'system',
      },
    )
    expect(listing.data.records.map((each) => each.no)).toContain(no)
    const audited = await company.query<{ account: string; action: string }>(
      'select u.account, e.action from audit_entry e join app_user u on u.id = e.actor_id where e.document_id::text = $1',
      [id],
    )
    expect(audited).toEqual([{ account: 'system.erp', action: 'submit' }])
    const [change] = await company.query<{ actor: string; reason: string; document_no: string }>(
      `select u.account as actor, c.reason, c.document_no from price_change c join app_user u on u.id = c.actor_id
       where c.document_type = 'priceFeed' and c.document_id = $1 and c.act = 'put' and c.line_no = 1`,
      [id],
    )
    expect(change).toEqual({ actor: 'system.erp', reason: 'Prices of the month', document_no: no })
  })

  it('a repeated message gets the first answer and does nothing, also once its answer is forgotten, and another under its id is refused', async () => {
    const [id, before] = [`msg_${randomUUID()}`, await feeds()]
    const body = message([line(2)])
    const [first, again] = await Promise.all([taken(body, { id }), taken(body, { id })])
    expect(again).toEqual(first)
    expect(await feeds()).toBe(before + 1)
    expect(await send(message([line(3)]), { id })).toMatchObject({
      status: 409,
      error: { key: 'http.idempotencyKeyReused' },
    })
    await company.query(`delete from idempotency where key = 'priceFeed ' || $1`, [id])
    const late = await send(body, { id })
    expect(late).toMatchObject({ status: 409, error: { key: 'price.messageTaken' } })
    expect(late.msg).toContain(first.no)
    expect(await feeds()).toBe(before + 1)
  })

  it('a message of an unknown system, with another secret, too old or without an id is refused, and so is a system without the right', async () => {
    const body = message([line(3)])
    const wrong = `whsec_${Buffer.from('nobody shares this secret').toString('base64')}`
    const old = new Date(productNow().getTime() - 301_000)
    for (const sending of [{ system: 'NOBODY' }, { secret: wrong }, { at: old }])
      expect(await send(body, sending)).toMatchObject({ status: 401, error: { key: 'sync.badSignature' } })
    expect(await send(body, { id: 'x' })).toMatchObject({ status: 400, error: { key: 'sync.noMessageId' } })
    expect(await send(body, { system: 'WMS' })).toMatchObject({ status: 403, error: { key: 'http.forbidden' } })
    expect(await company.query(`select status from app_user where account = 'system.wms'`)).toEqual([
      { status: 'disabled' },
    ])
  })

  it('prices of another region are refused: its area is as absent as an unknown one, and so are its customers', async () => {
    for (const named of [other, 'NOWHERE'])
      expect(await send({ ...message([line(3)]), area: named })).toMatchObject({
        status: 400,
        error: { key: 'price.areaUnknown', field: 'area' },
      })
    const [stranger] = await company.query<{ code: string }>(
      `select min(m.code) as code from customer m join country y on y.code = m.country_code where y.area_id = 2`,
    )
    const asked = line(3, { classificationCode: null, customerCode: stranger!.code })
    expect(await send(message([asked]))).toMatchObject({ error: { key: 'price.customerUnknown', row: 0 } })
    expect(FOREIGN_CUSTOMER).not.toBe(stranger!.code)
  })

  it('lines of different kinds of products are refused in one message (B8)', async () => {
    const [other] = await company.query<{ sku: string }>(
      `select s.code as sku from sku s join spu p on p.code = s.spu_code and p.enabled join product_category c on c.code = p.category_code
       where c.class <> 'phone' and s.enabled order by 1`,
    )
    const sent = await send(message([line(7), line(7, { skuCode: other!.sku })]))
    expect(sent).toMatchObject({ status: 400, error: { key: 'price.mixedCategories', row: 1 } })
  })

  it('one wrong line refuses the whole message, or is left out with its reasons where the good ones are asked for', async () => {
    const held = await review(5)
    expect(held.status, held.msg).toBe(200)
    const lines = [line(4), line(4), line(6, { skuCode: 'NO-SUCH' }), line(5), line(6, { price: 'many' }), line(7)]
    const before = await feeds()
    const whole = await send(message(lines))
    expect([whole.status, await feeds()]).toEqual([400, before])
    const { no, applied, refused } = await taken(message(lines, { mode: 'good' }))
    expect(applied).toBe(2)
    expect(refused.map(({ row, reasons }) => [row, ...reasons.map(({ key }) => key)])).toEqual([
      [2, 'price.skuTwice'],
      [3, 'price.wrongSku'],
      [4, 'price.heldUnseen'],
      [5, expect.any(String)],
    ])
    // The system may not see reviews.
    expect(refused[2]!.reasons[0]!.msg).not.toContain(held.data.no)
    expect((await standing(listed[7]!.skuCode)).at(-1)).toMatchObject({ no })
    expect(await send(message([line(5)], { mode: 'good' }))).toMatchObject({
      status: 400,
      error: { key: 'price.heldUnseen' },
    })
    await company.as('id.channel').act(priceReview, 'withdraw', held.data)
  })
})

describe('a price feed', () => {
  it('a price feed is taken back as an act with its reason: what stood before comes back, and it cannot be taken back twice', async () => {
    const sku = listed[8]!.skuCode
    const before = await standing(sku)
    const { id, no } = await taken(
      message([line(8), line(8, { effectiveFrom: '2027-05-01', effectiveTo: '2027-05-31' })]),
    )
    expect(await standing(sku)).toHaveLength(before.length + 3)
    expect((await undo(id, 'in.manager')).status).toBe(403)
    expect(await undo(id)).toMatchObject({ status: 200, data: { state: 'undone' } })
    expect((await standing(sku)).map(({ price, from, to }) => [price, from, to])).toEqual(
      before.map(({ price, from, to }) => [price, from, to]),
    )
    expect(await undo(id)).toMatchObject({ status: 409, error: { key: 'document.wrongState' } })
    const { data } = await company.server.call<{ document: { history: object[] } }>(
      'hq.pricing',
      '/aps/price/feed/detail',
      { no },
    )
    expect(data.document.history).toMatchObject([
      { act: 'submit' },
      { act: 'act', label: 'Take back', opinion: 'Reason: Sent by mistake' },
    ])
  })

  it('a price feed is not taken back where another document changed one of its prices since, or holds it, which the refusal names', async () => {
    const first = await taken(message([line(9), line(10)]))
    const second = await taken(message([line(9, { price: '4322.00', effectiveFrom: '2027-03-01' })]))
    const refused = await undo(first.id)
    expect(refused).toMatchObject({ status: 400, error: { key: 'price.replacedSince', row: 0 } })
    expect(refused.msg).toContain(second.no)
    expect((await undo(second.id)).status).toBe(200)
    const held = await review(10, '2027-04-01')
    expect(held.status, held.msg).toBe(200)
    expect(await undo(first.id)).toMatchObject({ error: { key: 'price.heldSince', row: 1 } })
    await company.as('id.channel').act(priceReview, 'withdraw', held.data)
    expect((await undo(first.id)).status).toBe(200)
  })

  it('a price feed that comes while a review of the same price is approved is refused with the review, or comes after it', async () => {
    const asked = await review(11)
    expect(asked.status, asked.msg).toBe(200)
    const [feed] = await Promise.all([
      send(message([line(11)])),
      company.agreeAll(priceReview, asked.data.formInstanceId),
    ])
    const last = (await standing(listed[11]!.skuCode)).at(-1)
    if (feed.status === 200) expect(last).toMatchObject({ no: feed.data.no, price: '4321.00' })
    else {
      expect(feed).toMatchObject({ status: 400, error: { key: 'price.heldUnseen' } })
      expect(last).toMatchObject({ no: asked.data.no })
    }
  })

  it('a price feed whose connection dies before the commit leaves nothing behind, and its repeat is taken', async () => {
    const [id, before] = [`msg_${randomUUID()}`, await feeds()]
    const body = message([line(12)])
    const { skuCode } = listed[12]!
    const blocker = new pg.Client({ connectionString: databaseUrl })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('select id from price_key where sku_code = $1 for update', [skuCode])
    const dying = send(body, { id })
    const waiting = () =>
      company.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()`,
      )
    await until(async () => (await waiting()).length > 0, 'the feed waits for the key')
    for (const { pid: waits } of await waiting()) await company.query('select pg_terminate_backend($1)', [waits])
    expect((await dying).status).toBeGreaterThanOrEqual(500)
    await blocker.end()
    expect(await feeds()).toBe(before)
    const { no } = await taken(body, { id })
    expect(await feeds()).toBe(before + 1)
    expect((await standing(skuCode)).at(-1)).toMatchObject({ no })
  })
})
