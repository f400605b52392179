import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BatchItem, BatchResult, DryRunView } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIAN_ROUTE, type World } from '#test/helpers/budget/budget-world.ts'
import { type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Many tasks at once: the result matches the dry run, and nothing happens twice.

let world: World
let server: DemoServer

beforeEach(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 4)
  server = await demoServer(databaseUrl)
})

afterEach(async () => {
  await server?.close()
  await world?.close()
})

const INBOX = '/aps/task/queryPage?limit=500'
async function tasksOf(account: string): Promise<readonly InboxRow[]> {
  return (await server.get<{ records: readonly InboxRow[] }>(account, INBOX)).data.records
}
const itemsOf = (rows: readonly InboxRow[]): BatchItem[] =>
  rows.map(({ taskId, formInstanceId, contentHash }) => ({ taskId, formInstanceId, contentHash }))
const performDryRun = async (account: string, items: readonly BatchItem[], decision = 'approve') =>
  (await server.call<DryRunView>(account, '/aps/bpm/task/dryRun', { decision, items })).data
const act = (account: string, items: readonly BatchItem[], decision = 'approve', key = randomUUID()) =>
  server.call<BatchResult[]>(
    account,
    '/aps/bpm/task/batch',
    { decision, items: items.map((item) => ({ ...item, opinion: 'Checked together' })) },
    'en',
    key,
  )
const balances = async () => {
  const rows = await world.query<Record<string, string>>('select * from budget_account order by id')
  return new Map(rows.map((row) => [row['id'], row]))
}

/** Grants that are one approval from the end, and their revocation. */
async function atTheLastStep(amounts: readonly string[]): Promise<void> {
  for (const [index, amount] of amounts.entries()) {
    const line = { projectCode: index % 2 === 0 ? 'PR-1' : 'PR-2', amount }
    const { formInstanceId } = await world.submit('in.channel', [line])
    await world.approveAll(formInstanceId ?? '', INDIAN_ROUTE.slice(0, -1))
  }
}

/** Every bucket that the dry run names ends as it said; every other one is unchanged. */
async function expectAsRehearsed(view: DryRunView, before: Awaited<ReturnType<typeof balances>>) {
  const after = await balances()
  for (const [id, row] of before) {
    const said = view.accounts.find(({ account }) => account === id)
    for (const bucket of ['avl', 'hld', 'occ', 'cmt', 'acr', 'exe']) {
      const change = said?.buckets.find((each) => each.bucket === bucket)
      expect([id, bucket, row[bucket]]).toEqual([id, bucket, change?.before ?? row[bucket]])
      expect([id, bucket, after.get(id)?.[bucket]]).toEqual([id, bucket, change?.after ?? row[bucket]])
    }
  }
}

describe('the dry run of a batch', () => {
  it('the dry run of last approvals shows the balances that the approvals then produce', async () => {
    await atTheLastStep(['100.00', '50.00', '25.50', '1.25'])
    const items = itemsOf(await tasksOf('hq.budget'))
    expect(items).toHaveLength(4)
    const before = await balances()
    const view = await performDryRun('hq.budget', items)
    expect(view.items.map(({ isFinal, problem }) => [isFinal, problem])).toEqual(items.map(() => [true, null]))
    expect(view.totals).toEqual([{ currency: 'INR', count: 4, amount: '176.75' }])
    const pool = view.accounts.find(({ name }) => name.startsWith('POOL-A'))
    expect(pool?.buckets).toEqual([
      { bucket: 'hld', label: 'Held', before: '176.75', change: '-176.75', after: '0.00', later: '0.00' },
    ])
    expect(pool?.items).toEqual(items.map(({ taskId }) => taskId))
    expect(view.accounts).toHaveLength(3)
    // It only looked.
    expect(await balances()).toEqual(before)
    expect(await tasksOf('hq.budget')).toHaveLength(4)
    const { data } = await act('hq.budget', items)
    expect(data.map(({ isDone, state }) => [isDone, state])).toEqual(items.map(() => [true, 'approved']))
    await expectAsRehearsed(view, before)
    expect(await world.replay()).toEqual([])
  })

  it('the dry run of rejections shows what they release', async () => {
    await atTheLastStep(['100.00', '50.00'])
    const items = itemsOf(await tasksOf('hq.budget'))
    const before = await balances()
    const view = await performDryRun('hq.budget', items, 'reject')
    const pool = view.accounts.find(({ name }) => name.startsWith('POOL-A'))
    expect(pool?.buckets.map(({ bucket, change }) => [bucket, change])).toEqual([
      ['avl', '150.00'],
      ['hld', '-150.00'],
    ])
    await act('hq.budget', items, 'reject')
    await expectAsRehearsed(view, before)
  })

  it('the dry run of approvals at earlier steps moves nothing now and shows what the last approval will move', async () => {
    await world.submit('in.channel', [{ amount: '10.00' }])
    await world.submit('in.channel', [{ amount: '5.00' }])
    const items = itemsOf(await tasksOf('in.manager'))
    const before = await balances()
    const view = await performDryRun('in.manager', items)
    expect(view.items.map(({ isFinal }) => isFinal)).toEqual([false, false])
    const pool = view.accounts.find(({ name }) => name.startsWith('POOL-A'))
    expect(pool?.buckets).toMatchObject([{ bucket: 'hld', change: '0.00', later: '-15.00' }])
    const { data } = await act('in.manager', items)
    expect(data.map(({ state }) => state)).toEqual(['underApproval', 'underApproval'])
    expect(await balances()).toEqual(before)
  })

  it('the dry run names the obstacle of each task and totals the others without it', async () => {
    await atTheLastStep(['100.00', '50.00', '20.00'])
    const rows = await tasksOf('hq.budget')
    const [decided, changed, good] = itemsOf(rows) as [BatchItem, BatchItem, BatchItem]
    await act('hq.budget', [decided])
    const notMine = await world.submit('in.channel', [{ amount: '1.00' }])
    const [theirs] = itemsOf(await tasksOf('in.manager'))
    const items = [
      decided,
      { ...changed, contentHash: 'of-another-content' },
      good,
      good,
      { ...theirs!, formInstanceId: notMine.formInstanceId ?? '' },
      { taskId: '987654321', formInstanceId: '987654321-1', contentHash: 'x' },
    ]
    const view = await performDryRun('hq.budget', items)
    expect(view.items.map(({ problem }) => problem?.key ?? null)).toEqual([
      'approval.taskDone',
      'approval.contentChanged',
      null,
      'approval.alreadyActed',
      'approval.notYourTask',
      'document.notFound',
    ])
    expect(view.totals).toEqual([{ currency: 'INR', count: 1, amount: '20.00' }])
    const before = await balances()
    const { data } = await act('hq.budget', items)
    expect(data.map(({ isDone }) => isDone)).toEqual([false, false, true, true, false, false])
    await expectAsRehearsed(view, before)
  })

  it('the dry run tells a person of another region nothing about tasks they may not see', async () => {
    await atTheLastStep(['100.00'])
    const items = itemsOf(await tasksOf('hq.budget'))
    const view = await performDryRun('id.manager', items)
    expect(view.items.map(({ problem, isFinal }) => [problem?.key, isFinal])).toEqual([['document.notFound', false]])
    expect([view.accounts, view.totals]).toEqual([[], []])
    expect(JSON.stringify(view)).not.toContain('CB2026')
    const auditor = await performDryRun('hq.auditor', items)
    expect([auditor.items[0]?.problem?.key, auditor.accounts]).toEqual(['document.notFound', []])
    for (const account of ['id.manager', 'hq.auditor']) {
      const { data } = await act(account, items)
      expect([account, data[0]?.isDone, data[0]?.problem?.key]).toEqual([account, false, 'document.notFound'])
    }
    expect(await tasksOf('hq.budget')).toHaveLength(1)
  })
})

describe('a batch of decisions', () => {
  it('a batch repeated with its key after a lost answer decides nothing twice', async () => {
    await atTheLastStep(['100.00', '50.00'])
    const items = itemsOf(await tasksOf('hq.budget'))
    const key = randomUUID()
    // The first answer never arrived, and only the first item had come through.
    await act('hq.budget', items.slice(0, 1), 'approve', key)
    const { data } = await act('hq.budget', items, 'approve', key)
    expect(data.map(({ isDone, state }) => [isDone, state])).toEqual([
      [true, 'approved'],
      [true, 'approved'],
    ])
    const [acts] = await world.query<{ count: string }>(
      `select count(*) from approval_act a join app_user u on u.id = a.actor_id where u.account = 'hq.budget'`,
    )
    expect(acts?.count).toBe('2')
    expect((await world.account('pool', 'POOL-A'))['hld']).toBe('0.00')
  })

  it('a batch needs an opinion for each task and decides those that have one', async () => {
    await atTheLastStep(['100.00', '50.00'])
    const items = itemsOf(await tasksOf('hq.budget'))
    const { data } = await server.call<BatchResult[]>('hq.budget', '/aps/bpm/task/batch', {
      decision: 'approve',
      items: items.map((item, index) => ({ ...item, opinion: index === 0 ? ' ' : 'Read by itself' })),
    })
    expect(data.map(({ isDone, problem }) => [isDone, problem?.key])).toEqual([
      [false, 'approval.opinionRequired'],
      [true, undefined],
    ])
  })

  it('a batch of more than fifty tasks and its dry run are refused in the words of the specification', async () => {
    const many = Array.from({ length: 51 }, () => ({ taskId: '1', formInstanceId: '1-1', contentHash: '' }))
    for (const [path, items] of [
      ['dryRun', many],
      ['batch', many.map((item) => ({ ...item, opinion: 'x' }))],
    ] as const) {
      const { status, msg } = await server.call('hq.budget', `/aps/bpm/task/${path}`, { decision: 'approve', items })
      expect([path, status, msg]).toEqual([path, 400, 'Over 50 exceeds the limit'])
      const none = await server.call('hq.budget', `/aps/bpm/task/${path}`, { decision: 'approve', items: [] })
      expect([path, none.status]).toEqual([path, 400])
    }
  })
})
