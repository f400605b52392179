import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import type { BoardCounts, BoardEvent, BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { refusalOf, reserveStory, type ReserveStory, type Submitted } from '#test/helpers/budget/reserve-world.ts'
import { server } from '../budget.server.ts'

// An operator's board after a morning on which the finance system refused some requests and was unavailable for others.

let story: ReserveStory
let refused: Submitted
let left: Submitted
let underWay: Submitted
let fine: Submitted

beforeAll(async () => {
  story = await reserveStory()
  fine = await story.submitted('1.00')
  left = await story.submitted('2.00')
  await story.run()
  story.finance.answers = { status: 422, text: 'No budget line' }
  refused = await story.submitted('3.00')
  await story.withdraw(left)
  await story.run()
  story.finance.answers = 'dead'
  story.later(60)
  underWay = await story.submitted('4.00')
  await story.run()
})
afterAll(() => story?.close())

async function call<T>(account: string, name: string, body: object, key: string = randomUUID()): Promise<T> {
  const route = server.routes.find(({ path }) => path === `/aps/budget/reserve/${name}`)
  const context = { ...(await story.world.contextOf(account)), idempotencyKey: key }
  const runtime = { pool: story.world.pool, now: () => story.world.now, reserve: story.world.reserve }
  return (
    name === 'retry'
      ? route?.handler(runtime as never, context, { body } as never)
      : reading(story.world.pool, (tx) => route!.handler(tx as never, context, { body } as never))
  ) as Promise<T>
}

const board = async (account: string, filters: object = {}) =>
  (await call<{ records: readonly BoardRow[] }>(account, 'queryPage', filters)).records

it('the reservation board shows open reservations, failed first, with owner, reason, age and deadline', async () => {
  const rows = await board('in.finance')
  expect(rows.map(({ no }) => no)).toEqual([left.no, refused.no, underWay.no])
  expect(rows[1]).toMatchObject({
    state: 'failToOccupy',
    owner: { account: 'in.channel' },
    reason: expect.stringContaining('No budget line'),
    amount: '3.00',
    currency: 'INR',
    attempts: 1,
    isOverdue: false,
    mayRetry: true,
    formInstanceId: refused.form,
  })
  expect(rows[2]).toMatchObject({ state: 'occupying', mayRetry: false, nextAttemptAt: expect.any(String) })
  expect(await call<BoardCounts>('in.finance', 'states', {})).toMatchObject({
    occupying: 1,
    failToOccupy: 1,
    releasing: 0,
    failToRelease: 1,
    overdue: 0,
    oldestSince: rows[0]?.since,
  })
})

it("the reservation board filters by state, number, owner and deadline within the reader's region", async () => {
  const nos = async (filters: object, account = 'in.finance') => (await board(account, filters)).map(({ no }) => no)
  expect(await nos({ state: 'occupied' })).toEqual([fine.no])
  expect(await nos({ state: ['occupying', 'failToOccupy'] })).toEqual([refused.no, underWay.no])
  expect(await nos({ no: refused.no })).toEqual([refused.no])
  expect(await nos({ owner: 'in.chan' })).toHaveLength(3)
  expect(await nos({ owner: 'nobody' })).toEqual([])
  expect(await nos({ documentType: 'budgetTransfer' })).toEqual([])
  expect(await nos({ isOverdue: 'yes' })).toEqual([])
  expect(await nos({}, 'id.finance')).toEqual([])
  expect(await call('hq.finance', 'count', {})).toMatchObject({ recordTotal: 3, capped: false })
  const [row] = await board('in.finance')
  expect(await refusalOf(call('id.finance', 'detail', { id: row?.id }))).toBe('document.notFound')
})

it('the reservation board shows the history of a reservation, newest first', async () => {
  const [row] = await board('in.finance', { no: left.no })
  const { history } = await call<{ history: readonly BoardEvent[] }>('in.finance', 'detail', { id: row?.id })
  expect(history.map(({ act }) => act)).toEqual(['failToRelease', 'withdraw', 'occupied', 'submit'])
  expect(history[0]).toMatchObject({ actor: null, text: expect.stringContaining('422') })
})

it('the reservation board retries many reservations with a reason, and a repeated call does nothing', async () => {
  const rows = await board('in.finance')
  const ids = rows.map(({ id }) => id)
  expect(await refusalOf(call('in.finance', 'retry', { ids, reason: ' ' }))).toBe('approval.reasonRequired')
  const key = randomUUID()
  const order = { ids: [...ids, '999999'], reason: 'The line was opened' }
  const answer = await call<{ done: number; failed: readonly { no: string }[] }>('in.finance', 'retry', order, key)
  expect(answer.done).toBe(2)
  expect(answer.failed.map(({ no }) => no)).toEqual([underWay.no, '999999'])
  expect(await call('in.finance', 'retry', order, key)).toMatchObject({ done: 2 })
  const acts = await story.world.query(
    `select 1 from document_act where action = 'retry' and opinion = 'The line was opened'`,
  )
  expect(acts).toHaveLength(2)

  story.finance.answers = 'take'
  story.finance.states.clear()
  story.later(10)
  await story.run()
  expect(await board('in.finance')).toEqual([])
  expect(await story.reserveOf(left.id)).toMatchObject({ state: 'released' })
  expect(await story.reserveOf(refused.id)).toMatchObject({ state: 'occupied' })
})
