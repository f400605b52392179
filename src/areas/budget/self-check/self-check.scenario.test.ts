import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { runNextCheck, selfCheckWork } from './self-check.work.ts'
import { closingWork } from '../explain/turnover.server.ts'

// The ledger's checks that finance can see, on a company with a year of data.

interface Step {
  readonly name: string
  readonly state: string
  readonly done: number
  readonly total: number
  readonly count: number
  readonly findings: readonly Readonly<Record<string, string | null>>[]
}
interface Run {
  readonly id: string
  readonly state: string
  readonly requestedBy: string | null
  readonly differences: number | null
  readonly steps: readonly Step[]
}

let server: DemoServer
let pool: pg.Pool
let now = productNow()

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  pool = createPool({ databaseUrl, max: 2, name: 'worker' })
})
afterAll(async () => {
  await pool?.end()
  await server?.close()
})

const services = () => workServices(pool, () => now)
const open = new AbortController().signal
const ask = (account = 'hq.finance') => server.call<{ started: boolean }>(account, '/aps/budget/check/run')
const runs = async (account = 'hq.finance') =>
  (await server.call<{ runs: Run[] }>(account, '/aps/budget/check/latest')).data.runs

/** Requests a run, lets a worker do it, and returns what a person then sees. */
async function checked(account?: string): Promise<Run> {
  expect((await ask()).data.started).toBe(true)
  expect(await runNextCheck(services(), open)).toBe(true)
  const [run] = await runs(account)
  if (!run) throw new Error('no run')
  return run
}
const step = (run: Run, name: string) => run.steps.find((each) => each.name === name)

describe('the self-check', () => {
  it('the self-check finds nothing in a consistent company and lists its completed steps', async () => {
    while (await closingWork.run(services(), open));
    const run = await checked()
    expect(run.steps.map(({ name, state, count }) => [name, state, count])).toEqual(
      ['balanced', 'replayed', 'reserved', 'occupied', 'distributed', 'closed', 'overrun'].map((name) => [
        name,
        'done',
        0,
      ]),
    )
    expect(run).toMatchObject({ state: 'done', differences: 0, requestedBy: 'HQ Finance' })
  })

  it('the self-check is requested once at a time and needs the right', async () => {
    expect((await ask()).data.started).toBe(true)
    expect((await ask('in.finance')).data.started).toBe(false)
    expect((await ask('hq.auditor')).status).toBe(403)
    expect((await server.call('in.channel', '/aps/budget/check/latest')).status).toBe(403)
    expect((await runs('hq.auditor'))[0]).toMatchObject({ state: 'asked' })
    expect(await runNextCheck(services(), open)).toBe(true)
    expect(await runNextCheck(services(), open)).toBe(false)
  })

  it('the self-check runs every night once, whichever worker looks', async () => {
    const night = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 2, 30))
    const day = now
    now = night
    expect(await selfCheckWork.run(services(), open)).toBe(true)
    expect(await selfCheckWork.run(services(), open)).toBe(false)
    now = day
    expect((await runs())[0]).toMatchObject({ state: 'done', requestedBy: null, differences: 0 })
  })

  it('the self-check is resumed by another worker after a crash and given up after three attempts', async () => {
    await ask()
    await server.query(
      `update budget_check set state = 'running', attempt = 1, leased_until = $1, steps = '[]' where state = 'asked'`,
      [new Date(now.getTime() + 60_000)],
    )
    expect(await runNextCheck(services(), open)).toBe(false)
    now = new Date(now.getTime() + 120_000)
    expect(await runNextCheck(services(), open)).toBe(true)
    expect((await runs())[0]?.state).toBe('done')
    await ask()
    await server.query(
      `update budget_check set state = 'running', attempt = 3, leased_until = $1 where state = 'asked'`,
      [now],
    )
    now = new Date(now.getTime() + 1000)
    expect(await runNextCheck(services(), open)).toBe(true)
    expect((await runs())[0]?.state).toBe('failed')
  })
})

describe('a difference of the self-check', () => {
  it('the self-check finds every kind of difference and names the budget to those who may see it', async () => {
    const [line] = await server.query<{ id: string; code: string; granted: string }>(
      `select l.id, l.code, a.granted from budget_line l join budget_account a on a.id = l.id
       where l.code = (select min(code) from budget_line join budget_account using (id) where area_id = 2 and state = 'open' and avl > 0 and hld = 0)`,
    )
    // Manipulations impossible in the product: an edited balance, held money without a document, a journal without a leg.
    await server.query('update budget_account set avl = avl + 1, granted = granted + 1 where id = $1', [line?.id])
    await server.query('update budget_account set avl = avl - 2, hld = hld + 2 where id = $1', [line?.id])
    await server.query(
      `insert into ledger_posting (journal_id, position, ledger, account_id, bucket, amount, currency)
       select max(id), 99, 'budget', $1, 'avl', 5, 'INR' from ledger_journal`,
      [line?.id],
    )
    const run = await checked()
    expect(run.differences).toBeGreaterThan(4)
    expect(step(run, 'balanced')?.findings).toMatchObject([{ amount: 'INR', cached: '5.00' }])
    const replayed = step(run, 'replayed')?.findings ?? []
    expect(replayed.map(({ amount }) => String(amount)).toSorted()).toEqual(['available', 'granted', 'held'])
    expect(replayed.every(({ budgetCode }) => budgetCode === line?.code)).toBe(true)
    expect(step(run, 'reserved')?.findings).toMatchObject([
      { budgetCode: line?.code, amount: 'held', cached: '2.00', expected: '0.00' },
    ])
    expect(step(run, 'distributed')?.findings[0]?.['pool']).toMatch(/^IN\//)
    expect(step(run, 'closed')?.count).toBeGreaterThan(0)
    // Everyone responsible for the ledger is notified once, with the check's name.
    const told = await server.query<{ payload: { documentType: string; notices: { kind: string; to: number[] }[] } }>(
      `select payload from outbox where payload->>'documentType' = 'budgetCheck'`,
    )
    expect(told.map(({ payload }) => payload.notices[0]?.kind)).toEqual(['checkDifference'])
    expect(told[0]?.payload.notices[0]?.to.length).toBeGreaterThan(3)
    // For another country it is hidden, including the number.
    const [elsewhere] = await runs('id.finance')
    expect(step(elsewhere!, 'replayed')).toMatchObject({ count: 0, findings: [] })
    expect(elsewhere?.differences).toBe(0)
  })
})
