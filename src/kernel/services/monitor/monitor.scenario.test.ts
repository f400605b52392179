import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '#kernel/platform/http/route.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetArea } from '#areas/budget/budget.area.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, INDIAN_ROUTE, type World } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { monitorRoutes } from './monitor.routes.ts'
import type { MonitorRow, MonitorSummary } from './monitor-schemas.ts'
import { STUCK_DAYS } from './monitor-wire.ts'

// Approvals are stuck for all kinds of reasons: the page finds each, says why, and its repairs let them continue.

registerTexts(budgetArea.name, budgetArea.texts)
const routes = monitorRoutes([countryBudgetDocument])
const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '100000.00', 6)
})
afterAll(() => world?.close())

const route = (name: string): Route => {
  const found = routes.find(({ path }) => path.endsWith(`/${name}`))
  if (!found) throw new Error(`no call ${name}`)
  return found
}

async function call<T>(account: string, name: string, body: object = {}): Promise<T> {
  const context = { ...(await world.contextOf(account)), now: world.now, idempotencyKey: randomUUID() }
  const one = route(name)
  const input = { body, query: {}, params: {}, file: null } as never
  if (one.mode === 'action')
    return (await one.handler({ pool: world.pool, now: () => world.now } as never, context, input)) as T
  return (await reading(world.pool, (tx) => one.handler(tx as never, context, input))) as T
}

async function rows(filters: object = {}, account = 'hq.it'): Promise<readonly MonitorRow[]> {
  return (await call<{ records: MonitorRow[] }>(account, 'queryPage', { limit: 500, ...filters })).records
}

async function find(formInstanceId: string, account = 'hq.it'): Promise<MonitorRow> {
  const row = (await rows({}, account)).find((one) => one.formInstanceId === formInstanceId)
  if (!row) throw new Error(`${formInstanceId} is not watched`)
  return row
}

async function running(amount = '1.00'): Promise<string> {
  return (await world.submit('in.channel', [{ amount }])).formInstanceId ?? ''
}

function later(days: number): void {
  world.now = new Date(world.now.getTime() + days * DAY)
}

/** For the duration of one test only. */
async function disabled<T>(account: string, story: () => Promise<T>): Promise<T> {
  await world.query(`update app_user set status = 'disabled' where account = $1`, [account])
  try {
    return await story()
  } finally {
    await world.query(`update app_user set status = 'active' where account = $1`, [account])
  }
}

/** With other roles than before, at the same region, for the duration of one test only. */
async function withRole<T>(account: string, role: string, story: () => Promise<T>): Promise<T> {
  const user = `(select id from app_user where account = '${account}')`
  const before = await world.query<{ role_code: string; organisation_id: number }>(
    `select role_code, organisation_id from user_role where user_id = ${user}`,
  )
  const become = (roles: readonly { role_code: string; organisation_id: number }[]) =>
    world.query(
      `insert into user_role (user_id, role_code, organisation_id) select ${user}, r.* from unnest($1::text[], $2::int[]) r`,
      [roles.map((one) => one.role_code), roles.map((one) => one.organisation_id)],
    )
  const [india] = await world.query<{ id: number }>(`select id from organisation where code = 'IN'`)
  await world.query(`delete from user_role where user_id = ${user}`)
  await become([{ role_code: role, organisation_id: india?.id ?? 0 }])
  try {
    return await story()
  } finally {
    await world.query(`delete from user_role where user_id = ${user}`)
    await become(before)
  }
}

const repair = (order: object) =>
  call<{ done: number; failed: { no: string; msg: string }[] }>('hq.it', 'repair', {
    reason: 'The holder left',
    ...order,
  })

describe('the health of an approval', () => {
  it('an approval is healthy when somebody who can act holds its task', async () => {
    const form = await running()
    const row = await find(form)
    expect(row).toMatchObject({ stuck: null, slow: null, isEscalated: false, failedEffects: [], state: 'running' })
    expect(row.holders.map(({ account, mayDecide, holdsRole }) => [account, mayDecide, holdsRole])).toEqual([
      ['in.manager', true, true],
    ])
    expect(row.steps).toMatchObject([{ key: 'manager' }])
  })

  it('an approval is stuck when its task holder has left', async () => {
    const form = await running()
    await disabled('in.manager', async () => {
      expect(await find(form)).toMatchObject({ stuck: 'left', holders: [{ isActive: false, mayDecide: false }] })
      expect((await rows({ health: 'stuck' })).some((row) => row.formInstanceId === form)).toBe(true)
    })
    expect((await find(form)).stuck).toBeNull()
  })

  it('an approval is stuck when its task holder lost the right or the role of the step', async () => {
    const form = await running()
    await withRole('in.manager', 'auditor', async () =>
      expect(await find(form)).toMatchObject({ stuck: 'lostRight', holders: [{ isActive: true, mayDecide: false }] }),
    )
    await withRole('in.manager', 'rcsm', async () =>
      expect(await find(form)).toMatchObject({ stuck: 'lostRole', holders: [{ mayDecide: true, holdsRole: false }] }),
    )
    expect((await find(form)).stuck).toBeNull()
  })

  it('an approval is stuck when nobody holds a task', async () => {
    const form = await running()
    await world.query(`update approval_task set state = 'cancelled', ended_at = $2 where document_id = $1`, [
      form.split('-')[0],
      world.now,
    ])
    expect(await find(form)).toMatchObject({ stuck: 'nobody', holders: [], since: null, steps: [{ key: 'manager' }] })
    expect((await rows())[0]?.formInstanceId).toBe(form)
    expect(await repair({ repair: 'renew', items: [{ formInstanceId: form, step: 'manager' }] })).toMatchObject({
      done: 1,
    })
    expect(await find(form)).toMatchObject({ stuck: null, holders: [{ account: 'in.manager' }] })
  })

  it('an approval is stuck when it has been waiting too long', async () => {
    const form = await running()
    later(STUCK_DAYS - 1)
    expect((await find(form)).stuck).toBeNull()
    later(1)
    expect(await find(form)).toMatchObject({ stuck: 'tooLong' })
    expect((await rows({ days: STUCK_DAYS })).some((row) => row.formInstanceId === form)).toBe(true)
    expect((await rows({ days: STUCK_DAYS + 1 })).some((row) => row.formInstanceId === form)).toBe(false)
  })

  it('an approval is slow after its time limit or the usual time of the step, and an escalation is shown', async () => {
    const form = await running()
    const id = form.split('-')[0]
    await world.query(`update approval_task set remind_at = $2 where document_id = $1`, [
      id,
      new Date(world.now.getTime() + DAY),
    ])
    expect((await find(form)).slow).toBeNull()
    later(1)
    expect(await find(form)).toMatchObject({ slow: 'overdue', stuck: null })
    await world.query(`update approval_task set escalated_at = $2 where document_id = $1`, [id, world.now])
    expect(await find(form)).toMatchObject({ isEscalated: true })
    const usual = await running()
    for (let count = 0; count < 5; count += 1) {
      const done = await running()
      later(1 / 24)
      await world.approveAll(done, INDIAN_ROUTE)
    }
    await world.query('delete from list_figure')
    expect(await find(usual)).toMatchObject({ slow: 'slowerThanUsual', usualMinutes: 60 })
  })

  it('an approved document with a failed push is listed', async () => {
    const form = await running('7.00')
    await world.approveAll(form)
    expect((await rows()).some((row) => row.formInstanceId === form)).toBe(false)
    const answer = { key: 'effects.refused', params: { status: 400, answer: 'No budget of 7.00' } }
    await world.query(
      `update document_effect set state = 'failedPushed', next_attempt_at = null, attempts = 1, last_error = $2 where document_id = $1`,
      [form.split('-')[0], JSON.stringify(answer)],
    )
    expect(await find(form, 'admin')).toMatchObject({
      state: 'approved',
      stuck: null,
      amount: '7.00',
      failedEffects: [{ effect: 'Push to finance', error: 'The other system refused it (400): No budget of 7.00' }],
    })
    // People who may not view such documents read no amount anywhere, whoever wrote it.
    const unseen = await find(form)
    expect(unseen).toMatchObject({ amount: null, currency: null, url: null })
    expect(JSON.stringify(unseen)).not.toContain('7.00')
    expect((await rows({ health: 'failed' })).map((row) => row.formInstanceId)).toEqual([form])
  })
})

describe('the list of the approval monitor', () => {
  it('the approval monitor counts the rows it lists', async () => {
    const summary = await call<MonitorSummary>('hq.it', 'summary')
    const all = await rows()
    expect(summary.running).toBe(all.filter(({ state }) => state === 'running').length)
    // An approval that ended with a failed push is in the list too, and not among those that run.
    expect(all.length).toBeGreaterThan(summary.running)
    expect(await rows({ health: 'running' })).toHaveLength(summary.running)
    for (const health of ['stuck', 'slow', 'escalated', 'failed'] as const)
      expect([health, summary.counts[health]]).toEqual([health, (await rows({ health })).length])
    const failed = await rows({ health: 'failed' })
    expect(failed.flatMap(({ failedEffects }) => failedEffects)).toHaveLength(summary.system.effectsFailed)
    expect(summary.system).toMatchObject({ effectsFailed: 1, jobsFailed: 0 })
  })

  it('the approval monitor filters by document, organisation, step and holder', async () => {
    const all = await rows()
    const one = all.find((row) => row.holders.length > 0)
    expect((await rows({ no: one?.no })).map(({ no }) => no)).toEqual([one?.no])
    expect(await rows({ documentType: 'somethingElse' })).toEqual([])
    expect(await rows({ organisation: 'IN' })).toHaveLength(all.length)
    expect(await rows({ organisation: 'ID' })).toEqual([])
    const held = all.filter((row) => row.holders.length > 0).length
    expect(await rows({ holder: 'IN.MANAGER' })).toHaveLength(held)
    expect(await rows({ step: 'country man' })).toHaveLength(held)
    expect(await rows({ step: '%' })).toEqual([])
  })
})

describe('repairs of the approval monitor', () => {
  it('the approval monitor reassigns a task to somebody who may decide, recording the reason', async () => {
    const form = await running()
    const [holder] = (await find(form)).holders
    const { people } = await call<{ people: { account: string }[] }>('hq.it', 'people', {
      formInstanceIds: [form],
      keyword: 'in.',
    })
    const accounts = people.map(({ account }) => account)
    expect(accounts).toContain('in.rsm')
    for (const unfit of ['in.manager', 'in.channel', 'in.sales', 'id.manager']) expect(accounts).not.toContain(unfit)
    const order = { repair: 'reassign', items: [{ formInstanceId: form, taskId: holder?.taskId }], person: 'in.rsm' }
    expect(await repair(order)).toEqual({ done: 1, failed: [] })
    expect((await find(form)).holders.map(({ account }) => account)).toEqual(['in.rsm'])
    expect(
      (
        await world.query(`select act, opinion from approval_act where document_id = $1 order by id`, [
          form.split('-')[0],
        ])
      ).slice(-1),
    ).toEqual([{ act: 'handOver', opinion: 'The holder left' }])
    await world.decide('in.rsm', 'approve', form)
    expect((await find(form)).holders.map(({ account }) => account)).toEqual(['in.regfinance'])
  })

  it('the approval monitor resolves the people of a step again', async () => {
    const form = await running()
    const { stuck, holders } = await withRole('in.manager', 'auditor', () =>
      withRole('in.tl', 'manager', async () => {
        const items = [{ formInstanceId: form, step: 'manager' }]
        expect(await repair({ repair: 'renew', items })).toEqual({ done: 1, failed: [] })
        return find(form)
      }),
    )
    expect([stuck, holders.map(({ account }) => account)]).toEqual([null, ['in.tl']])
  })

  it('the approval monitor terminates an approval and releases its reservations', async () => {
    const before = await world.account('pool', 'POOL-A')
    const form = await running('5.00')
    expect(await repair({ repair: 'terminate', items: [{ formInstanceId: form }] })).toEqual({ done: 1, failed: [] })
    expect(await world.query(`select state from country_budget where id = $1`, [form.split('-')[0]])).toEqual([
      { state: 'cancelled' },
    ])
    expect(await world.account('pool', 'POOL-A')).toEqual(before)
    expect((await rows()).some((row) => row.formInstanceId === form)).toBe(false)
  })

  it('the approval monitor retries a failed push', async () => {
    const [failed] = await rows({ health: 'failed' })
    const items = [{ formInstanceId: failed?.formInstanceId }]
    expect(await repair({ repair: 'retry', items })).toEqual({ done: 1, failed: [] })
    expect(await rows({ health: 'failed' })).toEqual([])
    expect(await repair({ repair: 'retry', items })).toMatchObject({ done: 0, failed: [{ no: failed?.no }] })
  })

  it('a bulk repair needs a reason, and one refusal does not undo the others', async () => {
    const [one, other] = [await running(), await running()]
    const items = [{ formInstanceId: one }, { formInstanceId: '99999999-1' }, { formInstanceId: other }]
    expect(await repair({ repair: 'terminate', items })).toMatchObject({ done: 2, failed: [{ no: '99999999-1' }] })
    await expect(repair({ repair: 'terminate', items, reason: ' ' })).rejects.toThrow('approval.reasonRequired')
    expect(await brokenInvariants(world.query)).toEqual([])
    expect(await world.replay()).toEqual([])
  })

  it('repairs are open to administrators of the organisations only', async () => {
    // Auditors only view; reassigning and repairing are for administrators.
    const rights = Object.fromEntries(routes.map(({ path, right }) => [path.split('/').at(-1), right]))
    expect(rights).toEqual({
      queryPage: 'approval.oversee',
      summary: 'approval.oversee',
      options: 'approval.oversee',
      people: 'approval.administer',
      repair: 'approval.administer',
    })
    const form = await running()
    await world.query(
      `insert into user_role (user_id, role_code, organisation_id) select u.id, 'itAdmin', o.id from app_user u, organisation o
       where u.account = 'id.rsm' and o.code = 'ID'`,
    )
    expect(await rows({}, 'id.rsm')).toEqual([])
    const answer = await call<{ done: number; failed: unknown[] }>('id.rsm', 'repair', {
      repair: 'terminate',
      items: [{ formInstanceId: form }],
      reason: 'Not mine',
    })
    expect(answer).toMatchObject({
      done: 0,
      failed: [{ msg: 'The document does not exist, or is outside your scope' }],
    })
  })
})
