import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ActionAnswer, type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetTransferDocument } from '#areas/budget/transfer/budget-transfer.plans.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { poolBudgetDocument } from '#areas/budget/pool/pool-budget.plans.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

// Pool, project, country: the movements of each document between them. Pool A of India starts with 1,000.

let world: World

beforeAll(async () => {
  world = await budgetWorld(await testDatabase())
})
afterAll(async () => {
  await world?.close()
})

async function act(account: string, document: ServerDocument, command: Partial<Command> & Pick<Command, 'action'>) {
  const context = { ...(await world.contextOf(account)), idempotencyKey: randomUUID() }
  return await runAction({ pool: world.pool, now: () => world.now }, document, context, commandOf(command))
}

/** Everybody asked agrees; answers who did. */
const agreed = async ({ definition }: ServerDocument, { formInstanceId }: ActionAnswer): Promise<string[]> =>
  (await world.agreeAll(definition, formInstanceId!)).people

const LINE = { projectCode: 'PR-1', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1' }
const country = (amount: string, more: object = {}) => ({ ...LINE, countryCode: 'IN', amount, ...more })
const project = (amount: string, more: object = {}) => ({ ...LINE, amount, ...more })

const apply = (header: object, ...lines: readonly object[]) =>
  act('in.channel', countryBudgetDocument, { action: 'submit', raw: { ...INDIA, ...header, lines } })
const granted = async (header: object, ...lines: readonly object[]) => {
  const answer = await apply(header, ...lines)
  return await agreed(countryBudgetDocument, answer)
}
const pools = (account: string, applyType: string, lines: Readonly<Record<string, string>>, year = 2026) =>
  act(account, poolBudgetDocument, {
    action: 'submit',
    raw: {
      applyType,
      idcCode: 'IN',
      areaId: 2,
      year,
      currency: 'INR',
      reason: 'As planned',
      lines: Object.entries(lines).map(([projectPoolCode, amount]) => ({ projectPoolCode, amount })),
    },
  })

async function refusal(work: Promise<unknown>): Promise<string> {
  return (await refused(work)).key
}

async function refused(work: Promise<unknown>): Promise<Pick<Refusal, 'key' | 'params'>> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refused) return error.first
    throw error
  }
  return { key: 'not refused', params: {} }
}

interface Account {
  readonly avl: string
  readonly hld: string
  readonly granted: string
  readonly revoked: string
  readonly distributed: string
}
const OF = `select a.avl, a.hld, a.granted, a.revoked, a.distributed from budget_account a`
const pool = async (code = 'POOL-A', year = 2026) =>
  (
    await world.query<Account>(`${OF} join budget_pool p using (id) where project_pool_code = $1 and year = $2`, [
      code,
      year,
    ])
  )[0]
const source = async (year = 2026) =>
  (
    await world.query<Account>(`${OF} join budget_source s using (id) where year = $1 and s.currency = 'INR'`, [year])
  )[0]
const line = async (level: string, projectCode: string, type = 'S01') =>
  (
    await world.query<Account & { code: string; parent: string | null; state: string }>(
      `select l.code, f.code as parent, l.state, x.* from budget_line l left join budget_line f on f.id = l.parent_id
       join lateral (${OF} where a.id = l.id) x on true where l.level = $1 and l.project_code = $2 and l.sub_busi_code = $3`,
      [level, projectCode, type],
    )
  )[0]
const sound = async () => {
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
}

describe('a project budget', () => {
  it('a project budget is funded by its pool, and countries draw from it', async () => {
    const people = await granted({ level: 'project' }, project('400'), project('100', { projectCode: 'PR-2' }))
    expect(people.at(-1)).toBe('hq.budget')
    expect(await pool()).toMatchObject({ avl: '500.00', hld: '0.00', distributed: '500.00' })
    expect(await line('project', 'PR-1')).toMatchObject({ avl: '400.00', granted: '400.00', parent: null })

    const asked = await apply({ fundedBy: 'project' }, country('150'))
    expect(await line('project', 'PR-1')).toMatchObject({ avl: '250.00', hld: '150.00' })
    expect(await pool(), 'the pool has no part in it').toMatchObject({ avl: '500.00', hld: '0.00' })
    await sound()
    await agreed(countryBudgetDocument, asked)
    const [parent, child] = [await line('project', 'PR-1'), await line('country', 'PR-1')]
    expect(parent).toMatchObject({ avl: '250.00', hld: '0.00', distributed: '150.00' })
    expect(child).toMatchObject({ avl: '150.00', granted: '150.00', parent: parent?.code, state: 'open' })
    await sound()
  })

  it('a project budget gives no more than it has to all lines together', async () => {
    expect(await refusal(apply({ fundedBy: 'project' }, country('250.01')))).toBe('budget.exceedsLine')
    expect(await refusal(apply({ fundedBy: 'project' }, country('1', { subBusiCode: 'S02' })))).toBe(
      'budget.projectBudgetMissing',
    )
    expect(await refusal(apply({ level: 'project', fundedBy: 'project' }, project('1')))).toBe('budget.projectFromPool')
    expect(await refusal(apply({ level: 'project' }, country('1')))).toBe('budget.projectHasNoCountry')
    expect(await refusal(apply({}, project('1')))).toBe('document.required')
  })

  it('a country budget funded by a project budget cannot be funded by the pool afterwards', async () => {
    expect(await refused(apply({}, country('10')))).toMatchObject({
      key: 'budget.paidByProject',
      params: { project: 'PR-1' },
    })
    await granted({}, country('20', { subBusiCode: 'S02' }))
    await granted({ level: 'project' }, project('30', { subBusiCode: 'S02' }))
    expect(await refusal(apply({ fundedBy: 'project' }, country('1', { subBusiCode: 'S02' })))).toBe(
      'budget.paidByPool',
    )
  })

  it('a project budget gets back what a country returns, and returns its own rest to the pool', async () => {
    const child = await line('country', 'PR-1')
    await granted({ applyType: 'revoke' }, country('50', { budgetCode: child?.code }))
    expect(await line('country', 'PR-1')).toMatchObject({ avl: '100.00', revoked: '50.00' })
    expect(await line('project', 'PR-1')).toMatchObject({ avl: '300.00', distributed: '100.00' })
    const parent = await line('project', 'PR-1')
    const before = await pool()
    expect(await refusal(apply({ applyType: 'revoke' }, country('1', { budgetCode: parent?.code })))).toBe(
      'budget.otherLevel',
    )
    await granted({ applyType: 'revoke', level: 'project' }, project('300', { budgetCode: parent?.code }))
    expect(await line('project', 'PR-1')).toMatchObject({ avl: '0.00', revoked: '300.00' })
    expect(Number((await pool())?.avl)).toBe(Number(before?.avl) + 300)
    await sound()
  })
})

describe('an initial load or supplement by headquarters', () => {
  it('an initial load of a budget passes through the pool without using its available amount', async () => {
    const [before, hq] = [await pool(), await source()]
    const asked = await apply({ applyType: 'initialLoad' }, country('70', { projectCode: 'PR-2' }))
    expect(await pool(), 'nothing is held').toEqual(before)
    await sound()
    const people = await agreed(countryBudgetDocument, asked)
    expect(people.at(-1)).toBe('hq.budget')
    const after = await pool()
    expect([after?.avl, after?.hld]).toEqual([before?.avl, before?.hld])
    expect(Number(after?.granted)).toBe(Number(before?.granted) + 70)
    expect(Number(after?.distributed)).toBe(Number(before?.distributed) + 70)
    expect(Number((await source())?.distributed)).toBe(Number(hq?.distributed) + 70)
    expect(await line('country', 'PR-2')).toMatchObject({ avl: '70.00', granted: '70.00', parent: null })
    expect(await refusal(apply({ applyType: 'initialLoad' }, country('1', { projectCode: 'PR-2' })))).toBe(
      'budget.alreadyLoaded',
    )
    await sound()
  })

  it('a supplement goes to a budget that has money, through the project that funds it', async () => {
    expect(
      await refusal(apply({ applyType: 'supplement' }, country('1', { projectCode: 'PR-2', subBusiCode: 'S02' }))),
    ).toBe('budget.notLoaded')
    const before = await line('project', 'PR-1')
    await granted({ applyType: 'supplement' }, country('25'))
    expect(await line('country', 'PR-1')).toMatchObject({ avl: '125.00' })
    const after = await line('project', 'PR-1')
    expect([after?.avl, Number(after?.distributed)]).toEqual([before?.avl, Number(before?.distributed) + 25])
    await sound()
  })

  it('two initial loads of one budget are pending, and only the first can be approved', async () => {
    const one = country('10', { projectCode: 'PR-2', subBusiCode: 'S02' })
    const asked = [await apply({ applyType: 'initialLoad' }, one), await apply({ applyType: 'initialLoad' }, one)]
    await agreed(countryBudgetDocument, asked[0]!)
    expect(await refusal(agreed(countryBudgetDocument, asked[1]!))).toBe('budget.alreadyLoaded')
    expect(await line('country', 'PR-2', 'S02')).toMatchObject({ avl: '10.00', granted: '10.00' })
    await act('in.channel', countryBudgetDocument, {
      action: 'withdraw',
      formInstanceId: asked[1]!.formInstanceId,
      version: (
        await world.query<{ version: number }>('select version from country_budget where id = $1', [asked[1]!.id])
      )[0]!.version,
    })
    await sound()
  })
})

it('a budget that two funds would open is funded by the one approved first', async () => {
  await granted({ level: 'project' }, project('40', { projectCode: 'PR-2', fscId: 'F01', subBusiCode: 'S02' }))
  await world.query(
    `insert into business_type (fsc_id, sub_busi_code, main_name_zh, main_name_en, mid_name_zh, mid_name_en, sub_name_zh, sub_name_en)
     values ('F01', 'S03', '营销', 'Marketing', '渠道', 'Channel', '活动', 'Events')`,
  )
  await granted({ level: 'project' }, project('60', { subBusiCode: 'S03' }))
  const fromPool = await apply({}, country('5', { subBusiCode: 'S03' }))
  const fromProject = await apply({ fundedBy: 'project' }, country('6', { subBusiCode: 'S03' }))
  await agreed(countryBudgetDocument, fromPool)
  expect(await refusal(agreed(countryBudgetDocument, fromProject))).toBe('budget.paidByPool')
  expect(await line('country', 'PR-1', 'S03')).toMatchObject({ avl: '5.00', parent: null })
  await sound()
})

describe('a pool', () => {
  it('a pool is loaded once a year and supplemented later, and its requester does not decide', async () => {
    expect(await refusal(pools('in.regfinance', 'supplement', { 'POOL-A': '5' }, 2027))).toBe('budget.poolNotFunded')
    const plan = await pools('in.regfinance', 'initialLoad', { 'POOL-A': '500', 'POOL-B': '300' }, 2027)
    expect(await pool('POOL-A', 2027)).toMatchObject({ avl: '0.00', granted: '0.00' })
    expect(await agreed(poolBudgetDocument, plan)).toEqual(['hq.budget', 'hq.finance'])
    expect(await pool('POOL-A', 2027)).toMatchObject({ avl: '500.00', granted: '500.00' })
    expect(await source(2027)).toMatchObject({ avl: '-800.00', distributed: '800.00' })
    expect(await refusal(pools('hq.budget', 'initialLoad', { 'POOL-A': '1' }, 2027))).toBe('budget.poolLoaded')
    const more = await pools('hq.budget', 'supplement', { 'POOL-A': '50' }, 2027)
    expect(await agreed(poolBudgetDocument, more)).toEqual(['hq.finance'])
    expect(await pool('POOL-A', 2027)).toMatchObject({ avl: '550.00', granted: '550.00' })
    await sound()
  })

  it('a reduction of a pool holds its amount from the submit on and never exceeds it', async () => {
    expect(await refusal(pools('in.regfinance', 'reduce', { 'POOL-B': '300.01' }, 2027))).toBe('budget.exceedsLine')
    const less = await pools('in.regfinance', 'reduce', { 'POOL-B': '120' }, 2027)
    expect(await pool('POOL-B', 2027)).toMatchObject({ avl: '180.00', hld: '120.00' })
    await sound()
    await agreed(poolBudgetDocument, less)
    expect(await pool('POOL-B', 2027)).toMatchObject({ avl: '180.00', hld: '0.00', revoked: '120.00' })
    expect(await source(2027)).toMatchObject({ avl: '-730.00', distributed: '730.00' })
    await sound()
  })

  it('an application for a pool names pools of its area and needs the right', async () => {
    expect(await refusal(pools('in.regfinance', 'supplement', { 'POOL-X': '5' }))).toBe('budget.poolNotOfArea')
    expect(await refusal(pools('in.channel', 'supplement', { 'POOL-A': '5' }))).toBe('http.forbidden')
  })
})

it('project budgets transfer to each other and never to a country', async () => {
  const [from, to] = [await line('project', 'PR-2'), await line('project', 'PR-1')]
  const transfer = (header: object, more: object) =>
    act('in.channel', budgetTransferDocument, {
      action: 'submit',
      raw: {
        ...INDIA,
        level: 'project',
        toIdcCode: 'IN',
        toAreaId: 2,
        ...header,
        lines: [{ ...LINE, fromBudgetCode: from?.code, amount: '35', ...more }],
      },
    })
  expect(await refusal(transfer({}, { projectCode: 'PR-2', subBusiCode: 'S02' }))).toBe('budget.sameProject')
  expect(await refusal(transfer({}, { countryCode: 'IN' }))).toBe('budget.projectHasNoCountry')
  expect(await refusal(transfer({ level: 'country' }, { countryCode: 'IN' }))).toBe('budget.otherLevel')
  await agreed(budgetTransferDocument, await transfer({}, {}))
  expect(await line('project', 'PR-2')).toMatchObject({ avl: '65.00' })
  expect(Number((await line('project', 'PR-1'))?.avl)).toBe(Number(to?.avl) + 35)
  await sound()
})
