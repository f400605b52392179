import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { signature } from '#kernel/engine/effects/push.ts'
import type { Refused } from '#kernel/base/errors/errors.ts'
import { reserveRoutes } from '#kernel/services/reserve-confirmation/reserve.routes.ts'
import { runDueReserves } from '#kernel/services/reserve-confirmation/run-reserves.ts'
import type { World } from '#test/helpers/budget/budget-world.ts'
import { childrenOf, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import {
  RESERVE_SECRET,
  reserveStory,
  type ReserveStory,
  type ReserveSystem,
} from '#test/helpers/budget/reserve-world.ts'

let story: ReserveStory
let world: World
let finance: ReserveSystem

beforeAll(async () => {
  story = await reserveStory()
  ;({ world, finance } = story)
})
afterAll(() => story?.close())
afterEach(() => story.reset())

it('a reservation that timed out at finance is looked up by its key before it is sent again', async () => {
  finance.answers = 'lost'
  const document = await story.submitted()
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({
    state: 'occupying',
    is_unsure: true,
    last_error: { key: 'reserve.timeout' },
  })
  finance.answers = 'take'
  story.later(6)
  await story.run()
  expect(finance.asked).toEqual([document.occupy])
  expect(story.keys(), 'it was not told a second time').toEqual([document.occupy])
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
})

it('a reservation unknown to finance is sent again, and one without any answer is not', async () => {
  finance.answers = 'lost'
  const document = await story.submitted()
  await story.run()
  finance.states.clear()
  finance.questions = { status: 500 }
  finance.answers = 'take'
  story.later(6)
  await story.run()
  expect(story.keys()).toHaveLength(1)
  finance.questions = 'answer'
  story.later(20)
  await story.run()
  expect(story.keys()).toEqual([document.occupy, document.occupy])
  expect(new Set(finance.received.map(({ body }) => body)).size, 'letter for letter the same').toBe(1)
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
})

it('a reservation is confirmed without its reference when the reference holds characters that no text can store', async () => {
  finance.answers = { status: 200, reference: 'FR-\u0000' }
  const document = await story.submitted()
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied', reference: null })
})

it('a reservation is tried again until its deadline while finance is down, then fails, and a late answer still counts', async () => {
  finance.answers = 'dead'
  const document = await story.submitted()
  for (let minute = 0; minute < 31; minute += 1) {
    await story.run()
    story.later(60)
  }
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'failToOccupy' })
  await story.retry('in.finance', document)
  finance.answers = 'take'
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
})

it('a reservation that finance has not decided is asked about until it is', async () => {
  finance.answers = 'later'
  const document = await story.submitted()
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({
    state: 'occupying',
    last_error: { key: 'reserve.deciding' },
  })
  finance.states.set(document.occupy, 'occupied')
  story.later(6)
  await story.run()
  expect(story.keys()).toHaveLength(1)
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
})

it("the release of a reservation withdrawn meanwhile follows finance's answer and never overtakes it", async () => {
  finance.answers = 'lost'
  const document = await story.submitted()
  const arrived = finance.next()
  const running = story.run()
  await arrived
  await story.withdraw(document)
  finance.answers = 'take'
  await story.run()
  expect(story.keys(), 'the attempt is still under way').toEqual([document.occupy])
  await running
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'releasing' })
  await story.run()
  expect(story.keys()).toEqual([document.occupy, document.release])
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'released' })
  expect(finance.held()).not.toContain(document.occupy)
})

it('the reservation of a second round waits until the first one is released', async () => {
  const document = await story.submitted()
  await story.run()
  const { version } = await story.withdraw(document)
  finance.answers = { status: 409, text: 'Period locked' }
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'failToRelease' })
  const again = await world.submit('in.channel', [{ amount: '7.00' }], {}, { id: document.id, version })
  finance.answers = 'take'
  finance.received.length = 0
  await story.run()
  expect(story.keys(), 'nothing is held twice').toEqual([])
  // The document is in its second round; what the first left unreleased is retried all the same.
  finance.states.clear()
  await story.retry('in.finance', document)
  await story.run()
  await story.run()
  expect(story.keys()).toEqual([document.release, `countryBudget:${document.id}:2:occupy`])
  expect(await story.reserveOf(document.id, 2)).toMatchObject({ state: 'occupied' })
  await world.approveAll(again.formInstanceId ?? '')
})

it('a reservation whose attempt was lost with its process is looked up and not repeated', async () => {
  const document = await story.submitted()
  finance.answers = 'lost'
  const stopped = new AbortController()
  const gone = { ...story.services, pool: { connect: () => world.pool.connect() } }
  const arrived = finance.next()
  const running = runDueReserves(gone, stopped.signal)
  await arrived
  gone.pool.connect = () => Promise.reject(new Error('gone'))
  stopped.abort()
  await running
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupying', attempts: 1 })
  finance.answers = 'take'
  await story.run()
  expect(finance.asked, 'it is still the first one’s').toEqual([])
  story.later(60)
  await story.run()
  expect([story.keys(), finance.asked]).toEqual([[document.occupy], [document.occupy]])
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
})

it('several workers send each due reservation once', async () => {
  await Promise.all([story.submitted(), story.submitted(), story.submitted(), story.submitted()])
  await Promise.all([story.run(), story.run(), story.run()])
  expect(new Set(story.keys()).size).toBe(4)
  expect(story.keys()).toHaveLength(4)
})

it('finance may report a decision itself, and repeated, late or forged reports change nothing', async () => {
  finance.answers = 'later'
  const document = await story.submitted()
  await story.run()
  const tell = await teller()
  expect(await tell({ key: document.occupy, state: 'occupied', reference: 'FI-7' }, 'another secret')).toBe(403)
  expect(await tell({ key: document.occupy, state: 'released' })).toBe(404)
  expect(await tell({ key: 'countryBudget:999999:1:occupy', state: 'occupied' })).toBe(404)
  expect(await tell({ key: document.occupy, state: 'occupied', reference: 'FI-7' })).toBe(true)
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied', reference: 'FI-7' })
  for (const state of ['occupied', 'refused'] as const) expect(await tell({ key: document.occupy, state })).toBe(false)
  await story.withdraw(document)
  expect(await tell({ key: document.occupy, state: 'occupied' }), 'it is being released').toBe(false)
  expect(await tell({ key: document.release, state: 'released' })).toBe(true)
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'released' })
  expect(await tell({ key: document.release, state: 'refused' })).toBe(false)
  expect(await story.timeline(document.id)).toEqual(['submit', 'occupied', 'withdraw', 'released'])
})

/** Calls like the finance system; returns what it changed, or the status of the refusal. */
async function teller() {
  const [route] = reserveRoutes(story.services.documents, RESERVE_SECRET)
  const context = await world.contextOf('in.channel')
  return async (said: { key: string; state: string; reference?: string }, secret = RESERVE_SECRET) => {
    const seconds = Math.floor(world.now.getTime() / 1000)
    const signed = signature(secret, seconds, [said.key, said.state, said.reference ?? '', ''].join('.'))
    const runtime = { pool: world.pool, now: () => world.now } as never
    try {
      const answer = await route?.handler(runtime, context, { body: { ...said, signature: signed } } as never)
      return (answer as { isChanged: boolean }).isChanged
    } catch (error) {
      return (error as Refused).first.status
    }
  }
}

it('after a worker is killed during a reservation the next one looks it up and does not send it again', async () => {
  finance.answers = 'lost'
  const other = await startServerProcess(story.databaseUrl, await freePort(), 'all', {
    FINANCE_RESERVE_URL: finance.url,
    FINANCE_RESERVE_SECRET: RESERVE_SECRET,
    FINANCE_RESERVE_TIMEOUT_SECONDS: '60',
  })
  // That process uses the real clock.
  world.now = productNow()
  const arrived = finance.next()
  const document = await story.submitted()
  await arrived
  const [worker = 0] = childrenOf(other.pid)
  process.kill(worker, 'SIGKILL')
  await other.kill()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupying', attempts: 1 })
  finance.answers = 'take'
  await story.run()
  expect(finance.asked, 'somebody may still be at it').toEqual([])
  story.later(200)
  await story.run()
  expect([story.keys(), finance.asked]).toEqual([[document.occupy], [document.occupy]])
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
})
