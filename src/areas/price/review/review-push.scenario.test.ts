import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { claimDue } from '#kernel/engine/effects/effect-store.ts'
import { type EffectServices, runDueEffects, soleTarget } from '#kernel/services/effect-delivery/run-effects.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { INDIA, TERM } from '#test/helpers/company/fixtures.ts'
import { companyOn, type TestCompany } from '#test/helpers/company/test-company.ts'
import { type FinanceSystem, financeSystem, isSigned } from '#test/helpers/budget/reserve-world.ts'
import { demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceReview } from './price-review.doc.ts'
import { priceReviewDocument } from './price-review.document.ts'

// The prices of an approved review are told to the ERP and to the data centre of its region (domain.md 2.1), each with its own state.

const [ERP_SECRET, INDIA_SECRET] = ['known-to-the-erp-1', 'known-to-india-only']

let company: TestCompany
let pool: ReturnType<typeof createPool>
let [erp, india]: FinanceSystem[] = []
let services: EffectServices
let ahead = 0

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  company = companyOn(await demoServer(databaseUrl))
  pool = createPool({ databaseUrl, max: 4, name: 'test pushes' })
  ;[erp, india] = [await financeSystem(), await financeSystem()]
  services = {
    pool,
    documents: [priceReviewDocument],
    targets: {
      finance: soleTarget({ url: erp.url, secret: ERP_SECRET, timeoutSeconds: 1 }),
      dataCentre: new Map([['IN', { url: india.url, secret: INDIA_SECRET, timeoutSeconds: 1 }]]),
    },
    now: () => new Date(productNow().getTime() + ahead * 1000),
  }
})
afterAll(async () => {
  await erp?.close()
  await india?.close()
  await pool?.end()
  await company?.close()
})
afterEach(async () => {
  await company.query(
    `update document_effect set state = 'nonPush', next_attempt_at = null where next_attempt_at is not null`,
  )
  for (const system of [erp!, india!]) {
    system.received.length = 0
    system.answers({ status: 200, text: '{"reference":"R-1"}' })
  }
  ahead = 0
})

let skus: string[] = []
/** An approved review of one product of India; each test has another one. */
async function approved(): Promise<Acted> {
  if (skus.length === 0)
    skus = (
      await company.query<{ code: string }>(
        `select code from sku where enabled and life_cycle = 'active' order by code`,
      )
    ).map(({ code }) => code)
  const { data, msg } = await company.server.call<Acted>('in.channel', '/aps/gs/price/bpm/template-code', {
    ...INDIA,
    title: 'Prices to tell',
    classificationCode: 'PC-IN-04',
    tradeTermCode: TERM,
    basis: 'marketPrice',
    taxMode: 'exclusive',
    mode: 'replace',
    effectiveFrom: testDay(1),
    retro: 'no',
    reason: 'The market moved',
    lines: [{ skuCode: skus.pop(), price: '20000.00' }],
  })
  expect(data?.state, msg).toBe('underApproval')
  const { last } = await company.agreeAll(priceReview, data.formInstanceId)
  expect(last.data.state, last.msg).toBe('approved')
  return last.data
}

interface Effect {
  readonly effect: string
  readonly receiver: string | null
  readonly state: string
}

async function shown(no: string) {
  const { data } = await company.server.call<{
    document: { effects: Effect[]; pushStatus: string }
    approval: { events: { act: string; opinion: string | null }[] }
  }>('in.channel', `${priceReview.api}/detail`, { no })
  const { effects, pushStatus } = data.document
  return {
    effects: effects.map(({ effect, receiver, state }) => [effect, receiver, state]),
    state: pushStatus,
    retries: data.approval.events.filter(({ act }) => act === 'retry').map(({ opinion }) => opinion),
  }
}

const retry = (formInstanceId: string, push: object = {}, key: string = randomUUID()) =>
  company.server.call('in.finance', '/aps/common/flow/retry', { formInstanceId, ...push }, 'en', key)

it('an approved price review is told to the ERP and to the data centre of its region, each once and signed with its own secret', async () => {
  const { id, no } = await approved()
  await runDueEffects(services)
  await runDueEffects(services)
  expect([erp!.received.length, india!.received.length]).toEqual([1, 1])
  const [told] = india!.received
  expect([isSigned(told!, INDIA_SECRET), isSigned(told!, ERP_SECRET)]).toEqual([true, false])
  expect(told!.key).toBe(`priceReview:${id}:1:0:dataCentrePush:IN`)
  expect(erp!.received[0]!.key).toBe(`priceReview:${id}:1:0:financePush`)
  const body = JSON.parse(told!.body) as { readonly lines: readonly object[] }
  expect(body).toMatchObject({ receiver: 'IN', documentType: 'priceReview', no, areaId: INDIA.areaId })
  expect(body.lines).toMatchObject([{ lineNo: 1, price: '20000.00' }])
  expect(Object.keys(body.lines[0]!).filter((name) => /cost|margin/i.test(name))).toEqual([])
  expect(await shown(no)).toMatchObject({
    effects: [
      ['dataCentrePush', 'IN', 'succeededPushed'],
      ['financePush', null, 'succeededPushed'],
    ],
    state: 'succeededPushed',
  })
})

it('a data centre that refuses is named on the page and by the monitor, and a retry tells it alone', async () => {
  const { no, formInstanceId } = await approved()
  india!.answers({ status: 422, text: 'No such product' })
  await runDueEffects(services)
  const failed = await shown(no)
  expect(failed).toMatchObject({
    effects: [
      ['dataCentrePush', 'IN', 'failedPushed'],
      ['financePush', null, 'succeededPushed'],
    ],
    state: 'failedPushed',
  })
  const { data: found } = await company.server.call<{ records: { failedEffects: { effect: string }[] }[] }>(
    'hq.it',
    '/aps/bpm/monitor/queryPage',
    { no },
  )
  expect(found.records.flatMap(({ failedEffects }) => failedEffects.map(({ effect }) => effect))).toEqual([
    'Push to the data centre · IN',
  ])

  const other = await retry(formInstanceId!, { effect: 'financePush' })
  expect([other.error?.key, other.msg]).toEqual(['axis.notNow', expect.stringContaining('Succeeded Pushed')])
  const nobody = await retry(formInstanceId!, { effect: 'dataCentrePush', receiver: 'ID' })
  expect(nobody.error?.key).toBe('axis.notNow')
  india!.answers({ status: 200 })
  const key = randomUUID()
  for (let count = 0; count < 2; count += 1)
    expect((await retry(formInstanceId!, { effect: 'dataCentrePush', receiver: 'IN' }, key)).status).toBe(200)
  await runDueEffects(services)
  await runDueEffects(services)
  expect([erp!.received.length, india!.received.length]).toEqual([1, 2])
  expect(india!.received[1]).toMatchObject({ key: india!.received[0]!.key, body: india!.received[0]!.body })
  expect(await shown(no)).toMatchObject({ state: 'succeededPushed', retries: ['Push to the data centre · IN'] })
})

it('an attempt that dies with its process is made again after its time, and the ERP that has answered is not told again', async () => {
  const { no } = await approved()
  india!.answers('hang up')
  await runDueEffects(services)
  expect((await shown(no)).state).toBe('pendingPushed')
  // A worker takes the push of the data centre and is killed before it writes anything.
  ahead = 10
  const at = services.now()
  const taken = await transaction(pool, (tx) => tx.rows(claimDue(at, new Date(at.getTime() + 6000), 8)))
  expect(taken.map(({ effect, receiver }) => [effect, receiver])).toEqual([['dataCentrePush', 'IN']])
  india!.answers({ status: 200 })
  await runDueEffects(services)
  expect([(await shown(no)).state, india!.received.length]).toEqual(['pushing', 1])
  ahead += 7
  await runDueEffects(services)
  expect((await shown(no)).state).toBe('succeededPushed')
  expect([erp!.received.length, india!.received.length]).toEqual([1, 2])
  expect(new Set(india!.received.map(({ key, body }) => key + body)).size).toBe(1)
})

it('a data centre without an address is not told, and its push says so while the ERP is told', async () => {
  const { no } = await approved()
  const targets = {
    ...services.targets,
    dataCentre: new Map([['ID', { url: india!.url, secret: 'x', timeoutSeconds: 1 }]]),
  }
  await runDueEffects({ ...services, targets })
  expect([erp!.received.length, india!.received.length]).toEqual([1, 0])
  expect(await shown(no)).toMatchObject({
    effects: [
      ['dataCentrePush', 'IN', 'nonPush'],
      ['financePush', null, 'succeededPushed'],
    ],
    state: 'nonPush',
  })
})
