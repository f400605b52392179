import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { decidedFor } from '#kernel/services/absence/decided-for.ts'
import { runApprovalClock } from './deadline-job.ts'

// Tests the tasks that nobody acts on, by a clock that the test moves: reminders, escalation, substitutes.

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '100000.00')
  // A day until the reminder, two until the escalation; the last step has nobody ahead of it.
  await world.query(
    `insert into approval_template (code, version, name_zh, name_en, steps)
     select code, version + 1, name_zh, name_en, (
       select jsonb_agg(s.step || '{"remindAfterHours": 24, "escalateAfterHours": 48}' order by s.ord)
       from jsonb_array_elements(steps) with ordinality s (step, ord))
     from approval_template where code = 'budget_country' and version = (select max(version) from approval_template where code = 'budget_country')`,
  )
})
afterAll(() => world?.close())
beforeEach(async () => {
  // Each test begins without leftovers of the one before.
  await world.query(`update approval_task set state = 'cancelled' where state in ('open', 'waiting')`)
  await world.query('delete from approval_substitute')
  await world.query('update app_user set superior_id = null')
  world.now = new Date('2026-11-21T08:00:00Z')
})

const later = (hours: number) => {
  world.now = new Date(world.now.getTime() + hours * 3_600_000)
}
const tick = (pool: TransactionPool = world.pool) =>
  runApprovalClock({ pool, documents: [countryBudgetDocument], now: () => world.now })

const acts = (id: string, act: string) =>
  world.query<{ actor: string | null; people: string[]; to: string | null }>(
    `select u.account as actor, a.detail ->> 'escalatedTo' as to,
       array(select p ->> 'account' from jsonb_array_elements(a.detail -> 'people') p) as people
     from approval_act a left join app_user u on u.id = a.actor_id where a.document_id = $1 and a.act = $2 order by a.id`,
    [id, act],
  )
const holders = async (id: string) =>
  (
    await world.query<{ holder: string; principal: string | null }>(
      `select u.account as holder, p.account as principal from approval_task t join app_user u on u.id = t.user_id
         left join app_user p on p.id = t.principal_id where t.document_id = $1 and t.state = 'open' order by t.id`,
      [id],
    )
  ).map(({ holder, principal }) => (principal ? `${holder} for ${principal}` : holder))

/** Notifications about a document since the last call. */
async function told(id: string, kind: string): Promise<string[]> {
  const rows = await world.query<{ account: string }>(
    `select distinct u.account from outbox o, jsonb_array_elements(o.payload -> 'notices') n, jsonb_array_elements_text(n -> 'to') t
       join app_user u on u.id = t::int where o.payload ->> 'documentId' = $1 and n ->> 'kind' = $2 order by 1`,
    [id, kind],
  )
  return rows.map(({ account }) => account)
}

async function superior(account: string, above: string): Promise<void> {
  await world.query(
    'update app_user set superior_id = (select id from app_user where account = $2) where account = $1',
    [account, above],
  )
}

async function away(
  principal: string,
  substitute: string,
  hours: number,
  more: { types?: string[]; limit?: string } = {},
) {
  const [row] = await world.query<{ id: string }>(
    `insert into approval_substitute (principal_id, substitute_id, document_types, amount_limit, currency, starts_at, ends_at, created_by)
     select p.id, g.id, $3, $4, case when $4::numeric is null then null else 'INR' end, $5, $6, p.id
     from app_user p, app_user g where p.account = $1 and g.account = $2 returning id`,
    [
      principal,
      substitute,
      more.types ?? null,
      more.limit ?? null,
      world.now,
      new Date(world.now.getTime() + hours * 3_600_000),
    ],
  )
  return row!.id
}

const submit = (amount = '10.00') => world.submit('in.channel', [{ amount }])

describe('a time limit', () => {
  it('a time limit reminds once, with several workers and after a killed one', async () => {
    const [one, two] = [await submit(), await submit()]
    later(23)
    expect(await tick()).toEqual({ acts: 0, failures: [] })
    later(1)
    // The first worker loses its database after one act; two others start at the same moment.
    let left = 4
    const dying = { connect: () => (left-- > 0 ? world.pool.connect() : Promise.reject(new Error('killed'))) }
    await tick(dying).catch(() => null)
    await Promise.all([tick(), tick()])
    await tick()
    for (const { id } of [one, two]) {
      expect(await acts(id, 'remind')).toEqual([{ actor: null, people: ['in.manager'], to: null }])
      expect(await told(id, 'reminded')).toEqual(['in.manager'])
    }
  })

  it("a time limit escalates to the superior, both are told, and the superior's approval completes the step", async () => {
    await superior('in.manager', 'in.rsm')
    await superior('in.rsm', 'in.rsd')
    const { id, formInstanceId } = await submit()
    later(48)
    await Promise.all([tick(), tick()])
    expect(await acts(id, 'remind')).toEqual([])
    const [escalated] = await acts(id, 'escalate')
    expect(escalated?.to).toBe('superior')
    const heir = escalated!.people[0]!
    expect(await holders(id)).toEqual(['in.manager', heir])
    expect(await told(id, 'escalated')).toEqual(['in.manager', heir].toSorted())
    await world.decide(heir, 'approve', formInstanceId!)
    expect(await holders(id)).toEqual(['in.regfinance'])
  })

  it('a time limit without a superior escalates to the next approver and finally to an administrator', async () => {
    const { id, formInstanceId } = await submit()
    later(48)
    await tick()
    expect(await acts(id, 'escalate')).toEqual([{ actor: null, people: ['in.regfinance'], to: 'next' }])
    for (const account of ['in.manager', 'in.regfinance', 'in.rsd'])
      await world.decide(account, 'approve', formInstanceId!)
    later(48)
    await tick()
    expect((await acts(id, 'escalate'))[1]).toEqual({ actor: null, people: ['admin'], to: 'administrator' })
    expect(await holders(id)).toEqual(['hq.budget', 'admin'])
  })
})

it('a time limit does not escalate to a next approver who has left', async () => {
  const { id } = await submit()
  const setStatus = (status: string) =>
    world.query(`update app_user set status = $1 where account = 'in.regfinance'`, [status])
  await setStatus('disabled')
  later(48)
  await tick()
  expect(await acts(id, 'escalate')).toEqual([{ actor: null, people: ['admin'], to: 'administrator' }])
  expect(await holders(id)).toEqual(['in.manager', 'admin'])
  await setStatus('active')
})

describe('an absent approver', () => {
  it('an absent approver is substituted from start to end of the absence and gets undecided tasks back', async () => {
    const [first, second] = [await submit(), await submit()]
    await away('in.manager', 'in.rsm', 10)
    await Promise.all([tick(), tick()])
    expect(await holders(first.id)).toEqual(['in.rsm for in.manager'])
    expect(await acts(first.id, 'handOver')).toHaveLength(1)
    expect(await told(first.id, 'handedOver')).toEqual(['in.manager', 'in.rsm'])
    await world.decide('in.rsm', 'approve', first.formInstanceId!)
    later(10)
    await Promise.all([tick(), tick()])
    expect(await holders(second.id)).toEqual(['in.manager'])
    expect(await acts(second.id, 'handOver')).toHaveLength(2)

    // The approval counts as the manager's own, and the manager is notified.
    const context = await world.contextOf('in.manager')
    const { approval } = await reading(world.pool, (tx) =>
      loadDocument(tx, context, countryBudget, { formInstanceId: first.formInstanceId! }),
    )
    const [agreed] = approval!.steps[0]!.acts.filter(({ act }) => act === 'agree')
    expect([agreed?.actor?.account, agreed?.principal?.account]).toEqual(['in.rsm', 'in.manager'])
    const news = await reading(world.pool, (tx) =>
      decidedFor(tx, context.principal.userId, new Date('2026-11-21T00:00:00Z'), world.now),
    )
    expect(news.map((row) => [row.document_id, row.substitute_account, row.decision])).toEqual([
      [first.id, 'in.rsm', 'agree'],
    ])
  })

  it('an absent approver who ends the absence early gets all tasks back', async () => {
    const { id } = await submit()
    const absence = await away('in.manager', 'in.rsm', 100)
    await tick()
    await world.query('update approval_substitute set revoked_at = $2, revoked_by = principal_id where id = $1', [
      absence,
      world.now,
    ])
    await tick()
    expect(await holders(id)).toEqual(['in.manager'])
    expect((await tick()).acts).toBe(0)
  })

  it('an absent approver gets the tasks back from a substitute who left or may not decide any more', async () => {
    const { id } = await submit()
    await away('in.manager', 'in.rsm', 100)
    await tick()
    expect(await holders(id)).toEqual(['in.rsm for in.manager'])
    const setStatus = (status: string) =>
      world.query(`update app_user set status = $1 where account = 'in.rsm'`, [status])
    await setStatus('disabled')
    await tick()
    expect(await holders(id)).toEqual(['in.manager'])
    expect((await tick()).acts).toBe(0)
    await setStatus('active')
    await tick()
    expect(await holders(id)).toEqual(['in.rsm for in.manager'])
    const roles = await world.query<{ user_id: number; role_code: string; organisation_id: number }>(
      `delete from user_role where user_id = (select id from app_user where account = 'in.rsm') returning *`,
    )
    await tick()
    expect(await holders(id)).toEqual(['in.manager'])
    for (const { user_id, role_code, organisation_id } of roles)
      await world.query('insert into user_role values ($1, $2, $3)', [user_id, role_code, organisation_id])
  })

  it('an absent approver is substituted however many older tasks cannot be handed over', async () => {
    const stuck = await submit()
    await world.decide('in.manager', 'approve', stuck.formInstanceId!)
    const { id } = await submit()
    // A person of the route cannot be the substitute, so this task stays due for the whole absence.
    await away('in.regfinance', 'in.rsd', 10)
    await away('in.manager', 'in.rsm', 10)
    const run = { pool: world.pool, documents: [countryBudgetDocument], now: () => world.now, batch: 1 }
    expect(await runApprovalClock(run)).toEqual({ acts: 1, failures: [] })
    expect(await holders(stuck.id)).toEqual(['in.regfinance'])
    expect(await holders(id)).toEqual(['in.rsm for in.manager'])
  })

  it('an absent approver keeps the tasks outside the amount and types of the absence', async () => {
    const [small, large] = [await submit('10.00'), await submit('500.00')]
    await away('in.manager', 'in.rsm', 10, { limit: '100.00' })
    await tick()
    expect(await holders(small.id)).toEqual(['in.rsm for in.manager'])
    expect(await holders(large.id)).toEqual(['in.manager'])
    await world.query('delete from approval_substitute')
    await away('in.manager', 'in.rsm', 10, { types: ['somethingElse'] })
    await tick()
    expect(await holders(small.id)).toEqual(['in.manager'])
  })
})
