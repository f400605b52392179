import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { type ActionAnswer, type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import type { PeriodState } from '#areas/budget/shared/budget-period.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { movePeriods } from '#areas/budget/period/periods.server.ts'
import { poolBudgetDocument } from '#areas/budget/pool/pool-budget.plans.ts'
import { budgetYearEndDocument } from '#areas/budget/year-end/year-end.plans.ts'
import { INDIA } from '#test/helpers/budget/budget-world.ts'
import { type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'

// Invariants that hold in any order of documents, and for any number at the same moment (domain.md section 3).

let spending: SpendingWorld

beforeAll(async () => {
  spending = await spendingWorld(await testDatabase(), ['1000.00', '1000.00'])
  await spending.world.query(`
    insert into year_rate_version (year, version, base, note) values (2026, 1, 'USD', null);
    insert into year_rate (year, version, currency, units) values (2026, 1, 'INR', 3.333);
  `)
})

afterAll(() => spending?.close())

async function act(account: string, document: ServerDocument, command: Partial<Command> & Pick<Command, 'action'>) {
  const { world } = spending
  const context = { ...(await world.contextOf(account)), idempotencyKey: randomUUID() }
  return await runAction({ pool: world.pool, now: () => world.now }, document, context, commandOf(command))
}

const submit = (account: string, document: ServerDocument, raw: object) =>
  act(account, document, { action: 'submit', raw: raw as Command['raw'] })

/** The holder of the open task agrees. */
const agree = async ({ definition }: ServerDocument, { formInstanceId }: ActionAnswer) =>
  (await spending.world.decideNext(definition, formInstanceId!)).result

const agreed = async ({ definition }: ServerDocument, { formInstanceId }: ActionAnswer) =>
  (await spending.world.agreeAll(definition, formInstanceId!)).last

/** `done`, or the key of the first refusal. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refused) return error.first.key
      throw error
    },
  )

const LINE = { countryCode: 'IN', projectCode: 'PR-2', fscId: 'F01', subBusiCode: 'S02', productLineCode: 'P1' }
const AREA = { idcCode: 'IN', areaId: 2, currency: 'INR', reason: 'As planned' }
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

const apply = (header: object, line: object) =>
  submit('in.channel', countryBudgetDocument, { ...INDIA, ...header, lines: [{ ...LINE, ...line }] })
const loadPool = (applyType: string, year: number) =>
  submit('hq.budget', poolBudgetDocument, {
    ...AREA,
    applyType,
    year,
    lines: [{ projectPoolCode: 'POOL-A', amount: '100' }],
  })

async function move(year: number, months: readonly number[], from: PeriodState, to: PeriodState): Promise<string> {
  const { world } = spending
  const context = await world.contextOf('in.regfinance')
  const asked = { areaId: 2, currency: 'INR', year, months, from: [from], to, reason: 'In turn' }
  return await outcome(transaction(world.pool, (tx) => movePeriods(tx, context, asked)))
}

const sound = async () => {
  expect(await spending.broken()).toEqual([])
  expect(await spending.world.replay()).toEqual([])
}

it('parts of one encumbrance that are accrued at the same moment leave no cent behind', async () => {
  const asked = await spending.spend([[spending.codes[0]!, '0.4']], { currency: 'USD' })
  await spending.decide('scheme', asked)
  // 0.40 is 1.33 of the budget, and each quarter by itself 0.33.
  const claims: ActionAnswer[] = []
  for (let count = 0; count < 4; count += 1) claims.push(await spending.claim(asked.id, [['accrue', 1, '0.1']]))
  await Promise.all(claims.map((claim) => spending.decide('claim', claim)))
  expect(await spending.buckets(spending.codes[0]!)).toMatchObject({ cmt: '0', acr: '1.33' })
  await sound()
})

it('a tracking budget returns its amount once when two revokes are submitted at the same moment', async () => {
  const { world, codes } = spending
  const code = codes[1]!
  await world.query(
    `update budget_account a set mode = 'tracking' from budget_line l where l.id = a.id and l.code = $1`,
    [code],
  )
  const revoke = () =>
    world.submit('in.channel', [{ amount: '1000', budgetCode: code, subBusiCode: 'S02' }], { applyType: 'revoke' })
  const outcomes = await Promise.all([revoke(), revoke(), revoke(), revoke()].map(outcome))
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'budget.exceedsLine'), 'done'])
  await sound()
})

it('one of two simultaneous initial loads of a pool succeeds', async () => {
  const loads = [await loadPool('initialLoad', 2027), await loadPool('initialLoad', 2027)]
  const outcomes = await Promise.all(loads.map((load) => outcome(agree(poolBudgetDocument, load))))
  expect(outcomes.toSorted()).toEqual(['budget.poolLoaded', 'done'])
  await sound()
})

it('a recovery is not posted back to a month that has closed since', async () => {
  const { world } = spending
  await agreed(countryBudgetDocument, await apply({ month: 3, applyType: 'grant' }, { amount: '10' }))
  const [budget] = await world.query<{ code: string }>('select code from budget_line where month = 3')
  const asked = await spending.spend([[budget!.code, '10']])
  await spending.decide('scheme', asked)
  await spending.claimed(asked.id, [['execute', 1, '10']])
  const late = await spending.claim(asked.id, [['recoverFree', 1, '3']])
  await move(2026, [3], 'open', 'closing')
  expect(await move(2026, [3], 'closing', 'closed')).toBe('done')
  expect(await outcome(spending.decide('claim', late))).toBe('budget.periodClosed')
  expect(await outcome(spending.claim(asked.id, [['recover', 1, '2']]))).toBe('budget.periodClosed')
  expect(await spending.buckets(budget!.code)).toMatchObject({ avl: '0', exe: '10' })
})

it('a carry-over goes to an open month through a project budget that is in use there', async () => {
  const { world } = spending
  const old = { year: 2028, month: 11 }
  const project = { countryCode: null, amount: '50' }
  await agreed(countryBudgetDocument, await apply({ ...old, applyType: 'initialLoad', level: 'project' }, project))
  await agreed(
    countryBudgetDocument,
    await apply({ ...old, applyType: 'grant', fundedBy: 'project' }, { amount: '50' }),
  )
  await move(2028, MONTHS, 'open', 'closing')
  const code = async (year: number) =>
    (
      await world.query<{ code: string }>(`select code from budget_line where year = $1 and level = 'country'`, [year])
    )[0]!.code
  const lines = [{ budgetCode: await code(2028), option: 'carry' }]
  const run = await submit('in.regfinance', budgetYearEndDocument, { ...AREA, kind: 'carryOver', year: 2028, lines })
  await move(2029, [1], 'open', 'closing')
  expect(await move(2029, [1], 'closing', 'closed')).toBe('budget.stillInApproval')
  expect(await move(2029, [1], 'closing', 'open')).toBe('done')
  await agreed(budgetYearEndDocument, run)

  const next = { year: 2029, month: 1 }
  const revoked = await apply({ ...next, applyType: 'revoke' }, { budgetCode: await code(2029), amount: '20' })
  await agreed(countryBudgetDocument, revoked)
  expect(
    await outcome(apply({ ...next, applyType: 'grant', fundedBy: 'project' }, { amount: '20' })),
    'what came back to the project budget can be granted again',
  ).toBe('done')
  await sound()
})

it('a pool is not funded after its year is closed', async () => {
  expect(await move(2028, MONTHS, 'closing', 'closed')).toBe('done')
  expect(await outcome(loadPool('supplement', 2028))).toBe('budget.periodClosed')
  await sound()
})
