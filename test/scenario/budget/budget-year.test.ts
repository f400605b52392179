import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { legsOf } from '#kernel/engine/ledger/posting.ts'
import { amount } from '#kernel/base/money/money.ts'
import { budgetLedger } from '#areas/budget/budget.ledger.ts'
import { fundPool } from '#areas/budget/pool/fund-pool.server.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetTransfer } from '#areas/budget/transfer/budget-transfer.doc.ts'
import { budgetYearEnd } from '#areas/budget/year-end/budget-year-end.doc.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { companyOn } from '#test/helpers/company/test-company.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

// A year of one country, from the money that headquarters gives to the books that are closed.

const YEAR = 2026
const IN = '/gs/IN/oversea/aps/budget'
const RUNS = '/aps/budget/yearEnd'

const { debit, credit } = legsOf(budgetLedger)
type Stage = 'avl' | 'occ' | 'cmt' | 'acr' | 'exe'

let world: World
let server: DemoServer

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 4)
  server = await demoServer(databaseUrl)
})

afterAll(() => Promise.all([server?.close(), world?.close()]))

const sound = async () => {
  expect(await brokenInvariants((text, values) => world.query(text, values))).toEqual([])
  expect(await world.replay()).toEqual([])
}

const grant = (month: number, lines: readonly { readonly amount: string; readonly projectCode?: string }[]) =>
  world.submit('in.channel', lines, { month })

interface Account {
  readonly code: string
  readonly state: string
  readonly avl: string
  readonly hld: string
  readonly carried_in: string
  readonly carried_out: string
  readonly lapsed: string
}

const LINES = `select l.code, l.state, a.* from budget_line l join budget_account a on a.id = l.id`
async function budget(year: number, month: number, projectCode: string): Promise<Account> {
  const [row] = await world.query<Account>(`${LINES} where l.year = $1 and l.month = $2 and l.project_code = $3`, [
    year,
    month,
    projectCode,
  ])
  return row!
}
async function pool(year: number, code = 'POOL-A'): Promise<Account> {
  const [row] = await world.query<Account>(
    `select p.project_pool_code as code, a.* from budget_pool p join budget_account a on a.id = p.id
     where p.area_id = 2 and p.year = $1 and p.project_pool_code = $2`,
    [year, code],
  )
  return row!
}
const lapsed = async () =>
  (
    await world.query<{ avl: string }>(
      `select a.avl from budget_source s join budget_account a on a.id = s.id where s.kind = 'lapsed' and s.year = $1`,
      [YEAR],
    )
  )[0]?.avl

let spends = 9_000_000

/** A scheme's effect on a budget: it encumbers some, and stages move it on. */
async function moved(code: string, from: Stage, to: Stage, value: string): Promise<void> {
  spends += 1
  const key = { documentType: 'scheme', documentId: String(spends), round: 1, action: `${from} to ${to}` }
  const [line] = await world.query<{ id: string }>('select id from budget_line where code = $1', [code])
  const legs = [debit(line!.id, to, amount(value), 'INR'), credit(line!.id, from, amount(value), 'INR')]
  await transaction(world.pool, (tx) => tx.run(post({ key, actorId: 1, at: world.now, legs })))
}

const months = Array.from({ length: 12 }, (_, index) => index + 1)
const move = (account: string, to: string, some: readonly number[] = months) =>
  server.call<{ months: { state: string }[] }>(account, `${IN}/period/move`, { year: YEAR, months: some, to })
const content = (kind: string, more: object = {}) => ({
  kind,
  idcCode: 'IN',
  areaId: 2,
  year: YEAR,
  currency: 'INR',
  reason: 'Year end',
  ...more,
})
const submit = (kind: string, more: object = {}, account = 'in.regfinance') =>
  server.call<Acted>(account, `${RUNS}/submit`, content(kind, more))

interface Proposed {
  readonly projectPoolCode: string
  readonly no: string | null
  readonly formInstanceId: string | null
  readonly existing: string | null
  readonly lineCount: number
  readonly refusals: readonly string[]
}
const propose = (more: object = {}) =>
  server.call<Proposed[]>('in.regfinance', `${IN}/yearEnd/propose`, {
    year: YEAR,
    pools: ['POOL-A'],
    option: 'carry',
    isSubmitted: true,
    reason: 'What is left is needed next year',
    ...more,
  })

let running: string
let run: { no: string; formInstanceId: string }

describe('a budget year of one country', () => {
  it('a budget year of one country is granted, transferred, spent and partly returned', async () => {
    const first = await grant(1, [{ amount: '200.00' }, { amount: '100.00', projectCode: 'PR-2' }])
    await world.approveAll(first.formInstanceId ?? '')
    const second = await grant(2, [{ amount: '150.00' }])
    await world.approveAll(second.formInstanceId ?? '')
    const from = await budget(YEAR, 1, 'PR-1')
    const transfer = await server.call<Acted>('in.channel', '/aps/budget/country/transfer/bpm/template-code', {
      level: 'project',
      idcCode: 'IN',
      areaId: 2,
      toIdcCode: 'IN',
      toAreaId: 2,
      year: YEAR,
      month: 1,
      budgetDeptCode: 'D01',
      projectPoolCode: 'POOL-A',
      productClass: 'phone',
      currency: 'INR',
      reason: 'The fair moved',
      lines: [
        {
          fromBudgetCode: from.code,
          countryCode: 'IN',
          projectCode: 'PR-2',
          fscId: 'F01',
          subBusiCode: 'S01',
          productLineCode: 'P1',
          amount: '20.00',
        },
      ],
    })
    expect([transfer.status, transfer.msg]).toEqual([200, expect.anything()])
    await companyOn(server).agreeAll(budgetTransfer, transfer.data.formInstanceId)
    // A scheme of the spring: 60 asked for, approved, 40 accrued and paid out.
    for (const [to, value, before] of [
      ['occ', '60.00', 'avl'],
      ['cmt', '60.00', 'occ'],
      ['acr', '40.00', 'cmt'],
      ['exe', '40.00', 'acr'],
    ] as const)
      await moved(from.code, before, to, value)
    const february = await budget(YEAR, 2, 'PR-1')
    const revoke = await world.submit('in.channel', [{ amount: '50.00', budgetCode: february.code }], {
      applyType: 'revoke',
      month: 2,
    })
    await world.approveAll(revoke.formInstanceId ?? '', ['in.manager', 'in.regfinance', 'in.rsd'])
    expect([await budget(YEAR, 1, 'PR-1'), await budget(YEAR, 1, 'PR-2'), await budget(YEAR, 2, 'PR-1')]).toMatchObject(
      [{ avl: '120.00' }, { avl: '120.00' }, { avl: '100.00' }],
    )
    running = (await grant(11, [{ amount: '30.00' }])).formInstanceId ?? ''
    await sound()
  })

  it('a closing budget year accepts nothing new and lets running documents finish', async () => {
    const early = await submit('carryOver', { lines: [{ budgetCode: 'POOL-A', option: 'carry' }] })
    expect(early.error).toMatchObject({ key: 'budget.yearNotClosing', field: 'year' })
    expect((await move('in.channel', 'closing')).status).toBe(403)
    expect((await move('id.finance', 'closing')).status).toBe(404)
    expect((await move('in.finance', 'closing')).data.months.map(({ state }) => state)).toEqual(
      months.map(() => 'closing'),
    )
    expect((await move('in.finance', 'closing')).error?.key).toBe('budget.periodMoved')
    await expect(grant(3, [{ amount: '1.00' }])).rejects.toMatchObject({ refusals: [{ key: 'budget.periodClosed' }] })
    await world.approveAll(running)
    expect(await budget(YEAR, 11, 'PR-1')).toMatchObject({ avl: '30.00', state: 'open' })
    const [reopened, again] = [
      await server.call('hq.budget', `${IN}/period/reopen`, { year: YEAR, months: [12], reason: 'A late invoice' }),
      await move('in.finance', 'closing', [12]),
    ]
    expect([reopened.status, again.status]).toEqual([200, 200])
    const { data } = await server.call<{ month: number; to: string; reason: string | null }[]>(
      'hq.auditor',
      `${IN}/period/history`,
      { year: YEAR },
    )
    expect(data.slice(0, 2)).toMatchObject([
      { month: 12, to: 'closing' },
      { month: 12, to: 'open', reason: 'A late invoice' },
    ])
  })

  it('the year-end cockpit lists what prevents closing a budget year', async () => {
    const close = await submit('close')
    expect([close.status, close.error]).toMatchObject([400, { key: 'budget.stillReserved' }])
    expect(close.msg).toContain('20.00 INR')
    expect((await move('in.finance', 'closed', [1])).error?.key).toBe('budget.stillReserved')
    const { data } = await server.call<{ left: string; obstacles: string[]; pools: object[]; neverUsed: object[] }>(
      'in.finance',
      `${IN}/yearEnd/cockpit`,
      { year: YEAR },
    )
    expect(data.obstacles).toEqual([expect.stringContaining('20.00 INR')])
    expect(data.pools).toMatchObject([
      {
        projectPoolCode: 'POOL-A',
        lineCount: 4,
        lineLeft: '370.00',
        poolLeft: '570.00',
        left: '940.00',
        reserved: '20.00',
      },
      { projectPoolCode: 'POOL-B', lineCount: 0, poolLeft: '1000.00' },
    ])
    expect(data.neverUsed).toMatchObject([
      { month: 1, count: 1, amount: '120.00' },
      { month: 2, count: 1, amount: '100.00' },
      { month: 11, count: 1, amount: '30.00' },
    ])
  })

  it('the rest of a budget year is carried to the next year once, and the carry-over is undone as a whole', async () => {
    const { data } = await propose()
    expect(data).toMatchObject([{ projectPoolCode: 'POOL-A', lineCount: 5, existing: null, refusals: [] }])
    expect(await budget(YEAR, 1, 'PR-1')).toMatchObject({ avl: '0.00', hld: '120.00' })
    await sound()
    expect((await propose()).data).toEqual([])
    run = { no: data[0]!.no!, formInstanceId: data[0]!.formInstanceId! }
    const { people } = await companyOn(server).agreeAll(budgetYearEnd, run.formInstanceId)
    expect(people).toEqual(['in.finance', 'in.rsd', 'hq.budget', 'hq.finance'])
    // Three months of one key are one budget of the next January.
    expect([await budget(YEAR + 1, 1, 'PR-1'), await budget(YEAR + 1, 1, 'PR-2')]).toMatchObject([
      { avl: '250.00', carried_in: '250.00', state: 'open' },
      { avl: '120.00', carried_in: '120.00', state: 'open' },
    ])
    expect([await pool(YEAR), await pool(YEAR + 1)]).toMatchObject([
      { avl: '0.00', carried_out: '570.00' },
      { avl: '570.00' },
    ])
    await sound()

    const twice = await submit('lapse', { lines: [{ budgetCode: (await budget(YEAR, 1, 'PR-1')).code }] })
    expect(twice.error).toMatchObject({ key: 'budget.yearEndTwice' })
    const undo = await submit('undo', { undoOf: run.no })
    expect([undo.status, undo.msg]).toEqual([200, expect.anything()])
    expect((await submit('undo', { undoOf: run.no })).error?.key).toBe('budget.runUndone')
    await sound()
    await companyOn(server).agreeAll(budgetYearEnd, undo.data.formInstanceId)
    expect([await budget(YEAR, 1, 'PR-1'), await budget(YEAR + 1, 1, 'PR-1'), await pool(YEAR + 1)]).toMatchObject([
      { avl: '120.00', carried_out: '0.00' },
      { avl: '0.00', carried_in: '0.00' },
      { avl: '0.00' },
    ])
    await sound()
  })

  it('budgets are carried over or lapsed one by one, and a carry-over the new year has used cannot be undone', async () => {
    const lines = [
      { budgetCode: (await budget(YEAR, 1, 'PR-1')).code, option: 'carry' },
      { budgetCode: (await budget(YEAR, 1, 'PR-2')).code, option: 'lapse' },
      { budgetCode: 'POOL-A', option: 'lapse' },
    ]
    // Several request it at once, and one of them gets it.
    const asked = await Promise.all([1, 2, 3, 4].map(() => submit('carryOver', { projectPoolCode: 'POOL-A', lines })))
    expect(asked.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400', '400'])
    const lost = asked.filter(({ status }) => status === 400)
    expect(new Set(lost.map(({ error }) => error?.key))).toEqual(new Set(['budget.yearEndTwice']))
    const { data } = asked.find(({ status }) => status === 200)!
    const refused = await server.call<{ contentHash: string }>('in.finance', `${RUNS}/detail`, data)
    expect(refused.data).toMatchObject({
      document: { totalAmount: '810.00', carriedAmount: '120.00', lapsedAmount: '690.00', toYear: YEAR + 1 },
    })
    await companyOn(server).agreeAll(budgetYearEnd, data.formInstanceId)
    expect([await lapsed(), await budget(YEAR, 1, 'PR-2'), await pool(YEAR)]).toMatchObject([
      '690.00',
      { avl: '0.00', lapsed: '120.00' },
      { lapsed: '570.00' },
    ])
    await moved((await budget(YEAR + 1, 1, 'PR-1')).code, 'avl', 'exe', '0.01')
    expect((await submit('undo', { undoOf: data.no })).error?.key).toBe('budget.yearUsed')
    await sound()
  })

  it('a budget year closes when nothing prevents it, and what is left lapses', async () => {
    await moved((await budget(YEAR, 1, 'PR-1')).code, 'cmt', 'exe', '20.00')
    const close = await submit('close')
    expect([close.status, close.msg]).toEqual([200, expect.anything()])
    expect((await submit('close')).error?.key).toBe('budget.stillInApproval')
    // An amount that comes back while the close is decided prevents it.
    await moved((await budget(YEAR, 1, 'PR-1')).code, 'exe', 'avl', '5.00')
    const { last } = await companyOn(server).agreeAll(budgetYearEnd, close.data.formInstanceId)
    expect(last.error?.key).toBe('budget.stillLeft')
    await moved((await budget(YEAR, 1, 'PR-1')).code, 'avl', 'exe', '5.00')
    const { last: end } = await companyOn(server).agreeAll(budgetYearEnd, close.data.formInstanceId)
    expect(end.data.state).toBe('approved')
    expect([await lapsed(), await budget(YEAR, 2, 'PR-1'), await pool(YEAR, 'POOL-B')]).toMatchObject([
      '1820.00',
      { avl: '0.00', lapsed: '100.00' },
      { avl: '0.00', lapsed: '1000.00' },
    ])
    expect((await move('in.finance', 'closed')).error?.key).toBe('budget.periodMoved')
    const reopen = await server.call('hq.finance', `${IN}/period/reopen`, { year: YEAR, months: [12], reason: 'Late' })
    expect([reopen.status, reopen.error?.key]).toEqual([409, 'budget.periodMoved'])
    expect((await submit('close')).error?.key).toBe('budget.yearClosed')
    await sound()
  })

  it('a grant submitted while its month begins to close is either complete or refused', async () => {
    const header = { year: YEAR + 1, month: 5 }
    const money = { areaId: 2, year: YEAR + 1, currency: 'INR', projectPoolCode: 'POOL-A', amount: '100.00' }
    await transaction(world.pool, (tx) => fundPool(tx, { ...money, actorId: 1, at: world.now }))
    const grants = () => world.submit('in.channel', [{ amount: '0.10' }], header)
    const year = { year: YEAR + 1, months: [5], to: 'closing' }
    const [closing, ...asked] = await Promise.all([
      server.call('in.finance', `${IN}/period/move`, year),
      ...Array.from({ length: 8 }, () =>
        grants().then(
          ({ formInstanceId }) => formInstanceId,
          (error: unknown) => error,
        ),
      ),
    ])
    expect(closing.status).toBe(200)
    const refused = asked.filter((answer) => typeof answer !== 'string')
    for (const error of refused) expect(error).toMatchObject({ refusals: [{ key: 'budget.periodClosed' }] })
    await expect(grants()).rejects.toMatchObject({ refusals: [{ key: 'budget.periodClosed' }] })
    // The first document blocks the next.
    const closed = await server.call('in.finance', `${IN}/period/move`, { ...year, to: 'closed' })
    expect(closed.status).toBe(refused.length === asked.length ? 200 : 400)
    await sound()
  })
})
