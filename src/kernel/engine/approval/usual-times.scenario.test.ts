import { afterAll, beforeAll, expect, it } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { budgetWorld, INDIAN_ROUTE, type World } from '#test/helpers/budget/budget-world.ts'

// Seven applications took the same route, each a little slower: the eighth shows its probable end.

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase())
})
afterAll(() => world?.close())

const later = (minutes: number) => {
  world.now = new Date(world.now.getTime() + minutes * 60_000)
}

it('a step shows how long it usually takes, and the approval its likely finish', async () => {
  for (let slow = 1; slow <= 7; slow += 1) {
    const answer = await world.submit('in.channel', [{ amount: '1.00' }])
    for (const [index, account] of INDIAN_ROUTE.entries()) {
      later(slow * 10 * (index + 1))
      await world.decide(account, 'approve', answer.formInstanceId!)
    }
  }
  // Withdrawn after a month, which says nothing about the step's duration.
  const back = await world.submit('in.channel', [{ amount: '1.00' }])
  later(40_000)
  await world.act('in.channel', 'withdraw', { formInstanceId: back.formInstanceId, version: back.version })

  const running = await world.submit('in.channel', [{ amount: '1.00' }])
  later(15)
  const context = await world.contextOf('in.manager')
  // Deciding reads the document too: only durations computed from the whole history count here.
  await world.query('delete from list_figure')
  const { approval } = await reading(world.pool, (tx) =>
    loadDocument(tx, context, countryBudget, { formInstanceId: running.formInstanceId! }),
  )
  expect(approval?.steps.map(({ usual }) => usual)).toEqual([
    { medianMinutes: 40, p90Minutes: 64, count: 7 },
    { medianMinutes: 80, p90Minutes: 128, count: 7 },
    { medianMinutes: 120, p90Minutes: 192, count: 7 },
    { medianMinutes: 160, p90Minutes: 256, count: 7 },
  ])
  const minutes = (Date.parse(approval?.likelyFinish ?? '') - world.now.getTime()) / 60_000
  expect(minutes).toBe(25 + 80 + 120 + 160)
})
