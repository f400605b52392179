import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '#kernel/platform/db/page.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { listPage } from '#kernel/engine/document/list/list-query.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIAN_ROUTE, type World } from '#test/helpers/budget/budget-world.ts'
import { countryBudget } from './country-budget.doc.ts'

const INDONESIA = { idcCode: 'ID', areaId: 3, currency: 'IDR', projectPoolCode: 'POOL-X' }

let world: World

beforeAll(async () => {
  world = await budgetWorld(await testDatabase())
})

afterAll(async () => {
  await world?.close()
})

/** Keys of the refusals with their parameters. */
async function refusalsOf(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (error instanceof Refused) return error.refusals
    throw error
  }
  return []
}

const keysOf = async (work: Promise<unknown>) => (await refusalsOf(work)).map((refusal) => refusal.key)

const load = async (account: string, id: string) => {
  const context = await world.contextOf(account)
  return reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { id }))
}

describe('another area', () => {
  it('an application from another area learns nothing about available amounts of pools and lines', async () => {
    const granted = await world.submit('in.channel', [{ amount: '77.00' }])
    await world.approveAll(granted.formInstanceId!, INDIAN_ROUTE)
    const [line] = await world.query<{ code: string }>(`select code from budget_line where state = 'open'`)

    const pool = await refusalsOf(world.submit('id.channel', [{ amount: '999999.00' }], { areaId: 3 }))
    expect(pool.map((refusal) => refusal.key)).toContain('budget.areaMismatch')
    expect(pool.map((refusal) => refusal.key)).not.toContain('budget.exceedsPool')

    const named = [{ amount: '999999.00', budgetCode: line!.code }]
    const revoke = await refusalsOf(world.submit('id.channel', named, { ...INDONESIA, applyType: 'revoke' }))
    expect(revoke.map((refusal) => refusal.key)).toContain('budget.budgetUnknown')
    expect(JSON.stringify(revoke)).not.toContain('77.00')
  })
})

describe('simultaneous actions on an application', () => {
  it('one of six simultaneous approvals of a task succeeds and the others are told', async () => {
    const { formInstanceId } = await world.submit('in.channel', [{ amount: '1.00' }])
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => keysOf(world.decide('in.manager', 'approve', formInstanceId!))),
    )
    expect(outcomes.filter((keys) => keys.length === 0)).toHaveLength(1)
    expect(outcomes.filter((keys) => keys[0] === 'approval.taskDone')).toHaveLength(5)
    expect(
      await keysOf(world.act('in.channel', 'withdraw', { formInstanceId, version: 1 })),
      'the drafter saw an older version',
    ).toEqual(['document.stale'])
  })

  it('a drafter who waited for the lock of their document is told who changed it', async () => {
    const { id, formInstanceId, version } = await world.submit('in.channel', [{ amount: '1.00' }])
    const other = await world.pool.connect()
    await other.query('begin')
    await other.query(
      `update country_budget set version = version + 1, updated_by = (select id from app_user where account = 'in.manager') where id = $1`,
      [id],
    )
    const waiting = refusalsOf(world.act('in.channel', 'withdraw', { formInstanceId, version }))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await other.query('commit')
    other.release()
    expect(await waiting).toMatchObject([{ key: 'document.stale', params: { by: 'Manager, India' } }])
  })
})

describe('10,000 lines', () => {
  it('an application of 10,000 lines is read and approved quickly right after its submit, without statistics', async () => {
    await world.query(`insert into project (code, name_zh, name_en, country_code, scope_id)
      select 'MANY-' || n, '项目', 'Project', c.code, c.organisation_id from country c, generate_series(1, 5000) n where c.code = 'IN'`)
    // The planner's statistics are from before, and stay so.
    for (const table of ['budget_line', 'country_budget_line', 'country_budget', 'budget_account']) {
      await world.query(`alter table ${table} set (autovacuum_enabled = false)`)
      await world.query(`analyze ${table}`)
    }
    const lines = Array.from({ length: 10_000 }, (_, index) => ({
      projectCode: `MANY-${(index % 5000) + 1}`,
      subBusiCode: index < 5000 ? 'S01' : 'S02',
      amount: '0.01',
    }))
    const { formInstanceId } = await world.submit('in.channel', lines, { projectPoolCode: 'POOL-B', source: 'file' })
    expect(await world.approveAll(formInstanceId!, INDIAN_ROUTE)).toMatchObject({ state: 'approved' })
    const [made] = await world.query<{ lines: number; amount: string }>(
      `select count(*)::int as lines, sum(a.avl) as amount from budget_line l join budget_account a using (id)
       where l.project_code like 'MANY-%' and l.state = 'open'`,
    )
    expect(made).toEqual({ lines: 10_000, amount: '100.00' })
    expect(await world.replay()).toEqual([])
  }, 40_000)
})

describe('a draft', () => {
  it('a draft cannot be changed or decided by anybody but its drafter', async () => {
    const raw = { idcCode: 'IN', areaId: 2 }
    const { id } = await world.act('in.channel', 'save', { raw })
    for (const account of ['in.regfinance', 'hq.budget', 'admin'])
      expect(await keysOf(world.act(account, 'save', { id, version: 1, raw }))).toEqual(['document.notYours'])
    for (const account of ['in.manager', 'admin'])
      expect(
        await keysOf(world.act(account, 'approve', { formInstanceId: `${id}-1`, taskId: '1', opinion: 'Fine' })),
      ).toEqual(['document.notYours'])
  })

  it('a draft keeps amounts whose sum exceeds any budget', async () => {
    const lines = Array.from({ length: 50 }, () => ({ amount: '999999999999999999.99' }))
    const { id } = await world.act('in.channel', 'save', { raw: { idcCode: 'IN', areaId: 2, lines } })
    const document = await load('in.channel', id)
    expect(document.wire['totalAmount']).toBeNull()
    expect(document.lines).toHaveLength(50)
  })

  it('a draft of a rejected application takes no computed field from its form', async () => {
    const { id, formInstanceId } = await world.submit('in.channel', [{ amount: '1.00' }])
    await world.decide('in.manager', 'reject', formInstanceId!, 'Too early')
    const raw = { idcCode: 'IN', areaId: 2, totalAmount: 'abc', currency: 5, lines: [{ amount: 'x' }] }
    expect(await world.act('in.channel', 'save', { id, version: 2, formInstanceId, raw })).toMatchObject({ version: 3 })
    const document = await load('in.channel', id)
    expect(document.wire['totalAmount']).toBe('1.00')
    expect(document.row['currency']).toBe('INR')

    const again = await world.submit(
      'in.channel',
      [{ amount: '2.00' }, { amount: '3.00', subBusiCode: 'S02' }],
      {},
      { id, version: 3 },
    )
    await world.decide('in.manager', 'reject', again.formInstanceId!, 'Still too early')
    await world.act('in.channel', 'save', { id, version: 5, raw })
    const context = await world.contextOf('in.channel')
    const first = await reading(world.pool, (tx) =>
      loadDocument(tx, context, countryBudget, { formInstanceId: formInstanceId! }),
    )
    expect(first.lines.map((line) => line['amount'])).toEqual(['1.00'])
  })
})

describe('the list of applications', () => {
  const list = async (request: ListRequest) => {
    const { principal } = await world.contextOf('in.channel')
    return reading(world.pool, (tx) => readPage(tx, listPage(countryBudget, principal, request)))
  }

  it('the list of applications accepts several values of a field and refuses values of a wrong type', async () => {
    const all = await list({ year: 2026 })
    expect(all.length).toBeGreaterThan(0)
    expect(await list({ year: [2025, 2026], state: ['draft', 'rejected', 'approved', 'underApproval'] })).toEqual(all)
    for (const request of [
      { year: ['2O26'] },
      { year: true },
      { month: [1.5] },
      { drafter: ['in.channel'] },
      { createdFrom: ['2026-01-01'] },
      { createdFrom: '-100000-01-01' },
      { createdTo: '+275760-09-13' },
      { createdTo: 'yesterday' },
    ])
      expect(await keysOf(list(request)), JSON.stringify(request)).toEqual(['http.invalidField'])
  })

  it('the list of applications does not return the content of drafts', async () => {
    for (const row of await list({})) expect(row).not.toHaveProperty('draft')
  })
})
