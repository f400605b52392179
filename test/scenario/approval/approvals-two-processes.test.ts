import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { decisionBy, openTask } from '#test/helpers/company/actor.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type FinanceSystem, financeSystem } from '#test/helpers/budget/reserve-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { type Caller, callerOf, type ServerProcess, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

// Approvals in several processes at once, and the state that a killed one leaves behind.

const SECRET = 'known-to-both-sides'
const RACES = 12

let databaseUrl: string
let world: World
let finance: FinanceSystem
const processes: ServerProcess[] = []

beforeAll(async () => {
  databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '10000.00', 6)
  // The processes that the tests start have the product's time, and do what is due by then.
  world.now = productNow()
  finance = await financeSystem()
})

afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()))
  await finance?.close()
  await world?.close()
})

async function start(role: 'server' | 'all'): Promise<ServerProcess> {
  const environment = { FINANCE_PUSH_URL: finance.url, FINANCE_PUSH_SECRET: SECRET, FINANCE_PUSH_TIMEOUT_SECONDS: '1' }
  const started = await startServerProcess(databaseUrl, await freePort(), role, environment)
  processes.push(started)
  return started
}

interface Waiting {
  readonly id: string
  readonly formInstanceId: string
  readonly version: number
  readonly taskId: string
  readonly contentHash: string
}

async function submitted(): Promise<Waiting> {
  const { id, formInstanceId, version } = await world.submit('in.channel', [{ amount: '3.00' }])
  return { id, version, ...decisionBy((await openTask(world.query, formInstanceId!))!) }
}

/** A running approval has an assignee; a finished one has none, and its document says how it ended. */
async function strays(): Promise<unknown[]> {
  return world.query(
    `select i.document_id, i.state, d.state as document, count(t.id) filter (where t.state in ('open', 'waiting'))::int as open
     from approval_instance i join country_budget d on d.id = i.document_id and d.round = i.round
     left join approval_task t on t.document_id = i.document_id and t.round = i.round
     group by 1, i.round, i.state, d.state
     having (i.state = 'running') <> (count(t.id) filter (where t.state in ('open', 'waiting')) > 0)
       or (i.state, d.state) not in (('running', 'underApproval'), ('approved', 'approved'), ('withdrawn', 'draft'), ('terminated', 'cancelled'),
         ('rejected', 'rejected'), ('returned', 'rejected'))`,
  )
}

it('simultaneous approvals, withdrawals, transfers and terminations through two processes take effect once, in some order', async () => {
  const [one, other] = [await start('server'), await start('server')]
  const [manager, channel, it] = await Promise.all(
    ['in.manager', 'in.channel', 'hq.it'].map((account) => callerOf(world.pool, account)),
  )
  if (!manager || !channel || !it) throw new Error('nobody is there')
  const outcomes = new Map<string, number>()
  for (let race = 0; race < RACES; race += 1) {
    const { formInstanceId, taskId, contentHash, version } = await submitted()
    const [here, there] = race % 2 === 0 ? [one, other] : [other, one]
    const act = (who: Caller, server: ServerProcess | undefined, path: string, body: object) =>
      who.post<ActionAnswer>(server?.origin ?? '', path, { formInstanceId, ...body })
    const mend = (repair: string, more: object) =>
      act(it, there, '/aps/bpm/monitor/repair', {
        repair,
        reason: 'At once',
        items: [{ formInstanceId, taskId }],
        ...more,
      })
    const answers = await Promise.all([
      act(manager, here, '/aps/budget/country/approve', { taskId, contentHash, opinion: 'Fine' }),
      act(channel, there, '/aps/budget/country/withdraw', { version }),
      mend('reassign', { person: 'in.rsm' }),
      act(it, here, '/aps/bpm/task/terminate', { opinion: 'Raised twice' }),
    ])
    const done = answers.map(({ status }) => status)
    for (const status of done) expect([200, 403, 404, 409]).toContain(status)
    const [approved = 0, withdrawn = 0, , terminated = 0] = done
    // Withdrawn and terminated exclude each other: whichever came second found it over.
    expect(withdrawn === 200 && terminated === 200, JSON.stringify(done)).toBe(false)
    const key = [approved, withdrawn, terminated].join(' ')
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
  }
  expect(await strays(), JSON.stringify([...outcomes])).toEqual([])
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
}, 60_000)

it('a worker that was killed after sending a push, before recording it, sends it again under the same key', async () => {
  finance.answers('silence')
  const first = await start('all')
  const { formInstanceId, id } = await submitted()
  const arrived = finance.next()
  await world.approveAll(formInstanceId)
  await arrived
  await first.kill()
  finance.answers({ status: 200, text: '{"reference":"FIN-9"}' })
  const again = finance.next()
  await start('all')
  const second = await again
  const [sent] = finance.received
  expect(second).toMatchObject({ key: `countryBudget:${id}:1:0:financePush`, body: sent?.body })
  expect(second.key).toBe(sent?.key)
  let effect: { state: string; reference: string } | undefined
  const isPushed = async () => {
    ;[effect] = await world.query<{ state: string; reference: string }>(
      'select state, reference from document_effect where document_id = $1',
      [id],
    )
    return effect?.state === 'succeededPushed'
  }
  await until(isPushed, () => `it is still ${effect?.state}`, { withinMs: 30_000 })
  expect(effect).toMatchObject({ reference: 'FIN-9' })
}, 90_000)
