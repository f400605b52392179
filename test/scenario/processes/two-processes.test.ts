import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { decisionBy, openTask } from '#test/helpers/company/actor.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { heatPool, moneyOfPool, runHotPool } from './hot-pool.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { type Caller, callerOf, type ServerProcess, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'

const SUBMIT = '/aps/budget/country/bpm/template-code'
const AVAILABLE = 60

let world: World
let servers: ServerProcess[] = []
let channel: Caller
let manager: Caller

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, `${AVAILABLE}.00`, 4)
  servers = await Promise.all([freePort(), freePort()].map(async (port) => startServerProcess(databaseUrl, await port)))
  channel = await callerOf(world.pool, 'in.channel')
  manager = await callerOf(world.pool, 'in.manager')
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await world.close()
})

const origin = (index: number) => servers[index % 2]?.origin ?? ''
const application = (amount: string, more: object = {}) => ({
  ...INDIA,
  ...more,
  lines: [{ countryCode: 'IN', projectCode: 'PR-1', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1', amount }],
})

it('100 parallel submits of 1 against an available 60 through two processes succeed exactly 60 times', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => channel.post<ActionAnswer>(origin(index), SUBMIT, application('1'))),
  )
  const statuses = Map.groupBy(answers, (answer) => `${answer.status} ${answer.body.error?.key ?? ''}`)
  expect(Object.fromEntries([...statuses].map(([name, all]) => [name, all.length]))).toEqual({
    '200 ': AVAILABLE,
    '400 budget.exceedsPool': 40,
  })
  expect(await world.account('pool', 'POOL-A')).toMatchObject({ avl: '0.00', hld: '60.00' })
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
})

it('a submit or approval repeated on the other process gets the first answer and does nothing', async () => {
  const body = application('5', { projectPoolCode: 'POOL-B' })
  const key = randomUUID()
  const first = await channel.post<ActionAnswer>(origin(0), SUBMIT, body, key)
  expect(first.status).toBe(200)
  const task = await openTask(world.query, first.body.data.formInstanceId!)
  const decision = { ...decisionBy(task!), opinion: 'Read' }
  const approveKey = randomUUID()
  const approved = await manager.post<ActionAnswer>(origin(0), '/aps/budget/country/approve', decision, approveKey)
  expect(approved.status).toBe(200)
  const before = await world.query(
    `select count(*) from audit_entry where kind = 'change' union all select count(*) from ledger_posting union all select count(*) from outbox`,
  )
  const repeats = await Promise.all(
    [0, 1, 1, 0].map((index) => channel.post<ActionAnswer>(origin(index), SUBMIT, body, key)),
  )
  for (const repeat of repeats) expect(repeat).toEqual(first)
  for (const index of [1, 0])
    expect(await manager.post(origin(index), '/aps/budget/country/approve', decision, approveKey)).toEqual(approved)
  // The key with another content is not a repeat.
  expect(await channel.post(origin(1), SUBMIT, application('6'), key)).toMatchObject({
    status: 409,
    body: { error: { key: 'http.idempotencyKeyReused' } },
  })
  expect(
    await world.query(
      `select count(*) from audit_entry where kind = 'change' union all select count(*) from ledger_posting union all select count(*) from outbox`,
    ),
  ).toEqual(before)
})

it('one of many simultaneous repeats is executed and the others get its answer', async () => {
  const key = randomUUID()
  const body = application('1', { projectPoolCode: 'POOL-B', reason: 'At once' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => channel.post<ActionAnswer>(origin(index), SUBMIT, body, key)),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]?.status).toBe(200)
  expect(await world.query(`select count(*)::int as count from country_budget where reason = 'At once'`)).toEqual([
    { count: 1 },
  ])
})

const COUNTRY = '/aps/budget/country'
const BOTH = { countryCode: 'IN', projectCode: 'PR-2', fscId: 'F01', productLineCode: 'P1' }
const inPoolB = (header: object, line: object) => ({
  ...INDIA,
  projectPoolCode: 'POOL-B',
  ...header,
  lines: [{ ...BOTH, ...line }],
})

it('grants drawn from a project budget through two processes never exceed it', async () => {
  const project = inPoolB({ level: 'project' }, { countryCode: null, subBusiCode: 'S01', amount: '12' })
  const granted = await channel.post<ActionAnswer>(origin(0), SUBMIT, project)
  await world.approveAll(granted.body.data.formInstanceId ?? '')
  const drawn = inPoolB({ fundedBy: 'project' }, { subBusiCode: 'S01', amount: '1' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => channel.post<ActionAnswer>(origin(index), SUBMIT, drawn)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
  expect(new Set(answers.flatMap(({ body }) => body.error?.key ?? []))).toEqual(new Set(['budget.exceedsLine']))
  expect(await brokenInvariants(world.query)).toEqual([])
})

it('a budget line that two funds would open at the same moment is funded by one of them', async () => {
  const project = inPoolB({ level: 'project' }, { countryCode: null, subBusiCode: 'S02', amount: '4' })
  const granted = await channel.post<ActionAnswer>(origin(1), SUBMIT, project)
  await world.approveAll(granted.body.data.formInstanceId ?? '')
  const owner = await callerOf(world.pool, 'hq.budget')
  const last = async (fundedBy: string, amount: string) => {
    const asked = inPoolB({ fundedBy }, { subBusiCode: 'S02', amount })
    const { body } = await channel.post<ActionAnswer>(origin(0), SUBMIT, asked)
    await world.approveAll(body.data.formInstanceId ?? '', ['in.manager', 'in.regfinance', 'in.rsd'])
    const task = await openTask(world.query, body.data.formInstanceId!)
    return { ...decisionBy(task!), opinion: 'Agreed' }
  }
  const decisions = [await last('pool', '2'), await last('project', '3')]
  const answers = await Promise.all(
    decisions.map((decision, index) => owner.post<ActionAnswer>(origin(index), `${COUNTRY}/approve`, decision)),
  )
  expect(answers.map(({ status, body }) => `${status} ${body.error?.key ?? ''}`).toSorted()).toEqual([
    '200 ',
    expect.stringMatching(/^400 budget\.paidBy/),
  ])
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
})

// bench/hot-pool.bench.ts is the same with 160 clients for a minute.
it('the money of one pool stays consistent under many clients of two processes', async () => {
  await heatPool(world)
  const money = await moneyOfPool(world)
  const origins = servers.map((server) => server.origin)
  const { answers, wrong } = await runHotPool(world, { clients: 24, seconds: 2.5, origins })
  expect(wrong).toEqual([])
  // A run that no longer reaches an act proves nothing about it.
  const acts = ['submit grant', 'submit revoke', 'submit transfer', 'approve grant', 'withdraw grant']
  expect(acts.filter((act) => !answers.has(`${act} 200`))).toEqual([])
  expect(await moneyOfPool(world)).toBe(money)
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
})

it('a text and a parameter published in one process take effect in the other within a moment', async () => {
  const [drafter, publisher] = await Promise.all(['hq.it', 'hq.it2'].map((account) => callerOf(world.pool, account)))
  const publish = async (kind: string, key: string, content: object): Promise<void> => {
    const at = `/aps/setting/${kind}`
    const draft = { key, draftVersion: 0, content, note: '' }
    expect((await drafter!.post(origin(0), `${at}/draft/save`, draft)).status).toBe(200)
    expect((await publisher!.post(origin(0), `${at}/publish`, { key, draftVersion: 1 })).status).toBe(200)
  }
  await publish('translation', 'kernel.errors.twoPeople.noDraft', { zh: '草稿不在了', en: 'That draft is gone' })
  // A limit that even this call exceeds: the other process shows with its next answer that it knows it.
  await publish('parameter', 'limit.personPerMinute', { value: 60 })
  const gone = async () => {
    const call = { key: 'download.days', draftVersion: 9 }
    return (await publisher!.post<never>(origin(1), '/aps/setting/parameter/publish', call)).body as { msg?: string }
  }
  await expect.poll(async () => (await gone()).msg).toBe('That draft is gone')
  const flood = async () => {
    const list = await Promise.all(
      Array.from({ length: 80 }, () => manager.post(origin(1), '/aps/setting/parameter/list', {})),
    )
    return list.some(({ status }) => status === 429)
  }
  await expect.poll(flood).toBe(true)
})
