import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'

// The last approver returns an application; people who agreed to unchanged facts are not asked a second time.

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '100000.00')
  // The manager's approval depends on the amount, that of regional finance on what the lines are for, the others on everything.
  await world.query(
    `insert into approval_template (code, version, name_zh, name_en, steps)
     select code, version + 1, name_zh, name_en, (
       select jsonb_agg(case s.ord when 1 then s.step || '{"keep": ["totalAmount"]}' when 2 then s.step || '{"keep": ["projectCode"]}'
         else s.step || '{"keep": true}' end order by s.ord) from jsonb_array_elements(steps) with ordinality s (step, ord))
     from approval_template where code = 'budget_country' and version = (select max(version) from approval_template where code = 'budget_country')`,
  )
})
afterAll(() => world?.close())

const line = (amount: string, projectCode = 'PR-1') => ({ amount, projectCode })

async function again(first: { id: string }, lines: readonly ReturnType<typeof line>[], header: object = {}) {
  const [row] = await world.query<{ version: number }>('select version from country_budget where id = $1', [first.id])
  return world.submit('in.channel', lines, { ...header }, { id: first.id, version: row!.version })
}

async function statuses(formInstanceId: string | null) {
  const context = await world.contextOf('in.manager')
  const { approval } = await reading(world.pool, (tx) =>
    loadDocument(tx, context, countryBudget, { formInstanceId: formInstanceId! }),
  )
  return approval!.steps.map(({ skipReason, status }) => skipReason ?? status)
}

async function sentBack() {
  const first = await world.submit('in.channel', [line('100.00')])
  await world.decide('in.manager', 'approve', first.formInstanceId!)
  await world.decide('in.regfinance', 'approve', first.formInstanceId!)
  await world.decide('in.rsd', 'reject', first.formInstanceId!, 'Not this month')
  return first
}

describe('a resubmitted document', () => {
  it('a resubmitted document carries forward unaffected approvals, names them, and asks the person who rejected it', async () => {
    const first = await sentBack()
    const second = await again(first, [line('100.00')], { reason: 'Better explained' })
    expect(await statuses(second.formInstanceId)).toEqual(['kept', 'kept', 'current', 'future'])
    const acts = await world.query<{ act: string; detail: { keeps?: { round: number; actId: string }[] } }>(
      `select act, actor_id, detail from approval_act where document_id = $1 and round = 2 order by id`,
      [first.id],
    )
    expect(acts.map(({ act }) => act)).toEqual(['submit', 'keep', 'keep'])
    const [earlier] = await world.query<{ act: string; round: number; account: string }>(
      `select a.act, a.round, u.account from approval_act a join app_user u on u.id = a.actor_id where a.id = $1`,
      [acts[1]!.detail.keeps![0]!.actId],
    )
    expect(earlier).toEqual({ act: 'agree', round: 1, account: 'in.manager' })
    expect((await world.approveAll(second.formInstanceId!, ['in.rsd', 'hq.budget'])).state).toBe('approved')
  })

  it('a resubmitted document asks only the steps whose facts changed', async () => {
    const first = await sentBack()
    const other = await again(first, [line('120.00')])
    expect(await statuses(other.formInstanceId)).toEqual(['current', 'kept', 'future', 'future'])
    await world.decide('in.manager', 'approve', other.formInstanceId!)
    await world.decide('in.rsd', 'reject', other.formInstanceId!, 'Still not')
    const third = await again(first, [line('120.00', 'PR-2')])
    expect(await statuses(third.formInstanceId)).toEqual(['kept', 'current', 'future', 'future'])
  })

  it('a resubmitted document asks a step again when its role is held by somebody else', async () => {
    const first = await sentBack()
    const role = `from user_role r using app_user u where u.id = r.user_id and u.account = 'in.regfinance' and r.role_code = 'regionalFinance'`
    const [held] = await world.query<{ user_id: number; organisation_id: number }>(
      `delete ${role} returning r.user_id, r.organisation_id`,
    )
    await world.query(
      `insert into user_role (user_id, role_code, organisation_id) select id, 'regionalFinance', $1 from app_user where account = 'in.rsm'`,
      [held!.organisation_id],
    )
    const second = await again(first, [line('100.00')])
    expect(await statuses(second.formInstanceId)).toEqual(['kept', 'current', 'future', 'future'])
  })
})
