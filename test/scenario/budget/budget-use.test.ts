import { afterAll, beforeAll, expect, it } from 'vitest'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { type Leg, legsOf } from '#kernel/engine/ledger/posting.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { amount } from '#kernel/base/money/money.ts'
import { registerNotificationSubjects } from '#kernel/services/notify/notification-subjects.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetLedger } from '#areas/budget/budget.ledger.ts'
import { budgetUseSubject, tellOwners } from '#areas/budget/spending/budget-use.work.ts'
import { type NotifyWorld, notifyWorld } from '#test/helpers/notify-world.ts'

// The owner of a budget is told when most of it, or all, is used (domain.md section 3).

const { debit, credit } = legsOf(budgetLedger)
let all: NotifyWorld
let line: { readonly id: string; readonly code: string }
let journals = 0

beforeAll(async () => {
  registerNotificationSubjects([budgetUseSubject])
  all = await notifyWorld(await testDatabase())
  const granted = await all.world.submit('in.channel', [{ amount: '1000.00', subBusiCode: 'S01' }])
  await all.world.approveAll(granted.formInstanceId!)
  await all.relay()
  const [found] = await all.world.query<{ id: string; code: string }>(
    `update budget_line set owner_id = (select id from app_user where account = 'in.finance') returning id, code`,
  )
  line = found!
})
afterAll(() => all?.close())

/** Moves money between two stages of the budget, as a spending document would. */
async function move(from: 'avl' | 'cmt' | 'acr' | 'exe', to: typeof from, value: string): Promise<void> {
  await postLegs([debit(line.id, to, amount(value), 'INR'), credit(line.id, from, amount(value), 'INR')])
}

async function postLegs(legs: readonly Leg[]): Promise<void> {
  journals += 1
  const key = { documentType: 'spending', documentId: '999999', round: 1, action: 'spend', sequence: journals }
  await transaction(all.world.pool, (tx) => tx.run(post({ key, actorId: 1, at: all.world.now, legs })))
}

/** The owner's notifications, oldest first, after the workers have run. */
async function told(): Promise<{ readonly no: string; readonly round: number }[]> {
  while (await tellOwners(workServices(all.world.pool, () => all.world.now)));
  await all.relay()
  return all.world.query(
    `select n.no, n.round from notification n join app_user u on u.id = n.user_id where u.account = 'in.finance' and n.kind = 'used' order by n.id`,
  )
}
const at = (...marks: readonly number[]) => marks.map((round) => ({ no: line.code, round }))

it('a usage threshold is notified once, and again only after use fell below it', async () => {
  await move('avl', 'cmt', '799.99')
  expect(await told()).toEqual([])
  await move('avl', 'cmt', '0.01')
  expect(await told()).toEqual(at(80))
  await move('cmt', 'acr', '500')
  await move('acr', 'exe', '500')
  await move('avl', 'cmt', '50')
  expect(await told()).toEqual(at(80))
  await move('avl', 'cmt', '150')
  expect(await told()).toEqual(at(80, 100))
  await move('cmt', 'avl', '60')
  expect(await told()).toEqual(at(80, 100))
  await move('avl', 'cmt', '60')
  expect(await told()).toEqual(at(80, 100, 100))
})

it('a usage threshold is notified when the budget itself is reduced, and nobody is told of a budget without an owner', async () => {
  await move('cmt', 'avl', '200')
  await move('cmt', 'avl', '100')
  expect(await told()).toEqual(at(80, 100, 100))
  const [pool] = await all.world.query<{ id: string }>(
    'select p.id from budget_pool p join budget_line l using (area_id, project_pool_code, year, currency)',
  )
  await postLegs([
    debit(pool!.id, 'avl', amount('200'), 'INR', { counter: 'distributed' }),
    credit(line.id, 'avl', amount('200'), 'INR', { counter: 'revoked' }),
  ])
  expect(await told()).toEqual(at(80, 100, 100, 80))
  await all.world.query('update budget_line set owner_id = null')
  await move('avl', 'cmt', '50')
  expect(await told()).toEqual(at(80, 100, 100, 80))
})

it("a usage threshold is mailed in the reader's language with a link to the budget", async () => {
  await all.tell()
  const text = all.mail
    .to('in.finance')
    .map((mail) => mail.text)
    .join('\n')
  expect(text).toContain(line.code)
  expect(text).toContain('100')
  expect(text).toContain(`budgetCode=${line.code}`)
})
