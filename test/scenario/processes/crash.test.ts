import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFromRecipe, migratedRecipe } from '#kernel/platform/db/embedded/template.ts'
import { startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA, type World, worldOn } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { callerOf, insist, killPostmaster, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

const SUBMITS = 100
const CLIENTS = 10
const SUBMIT = '/aps/budget/country/bpm/template-code'
const APPROVE = '/aps/budget/country/approve'

const application = (reason: string) => ({
  ...INDIA,
  reason,
  lines: [
    { countryCode: 'IN', projectCode: 'PR-1', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1', amount: '1' },
  ],
})

interface Story {
  readonly world: World
  readonly origin: () => string
  /** The process that crashes and comes back; begins when a third of the acts was answered. */
  readonly catastrophe: () => Promise<void>
}

/** 100 submits and 100 first approvals by ten clients that never give up; something is killed in the middle. */
async function act({ world, origin, catastrophe }: Story): Promise<Map<string, ActionAnswer>> {
  const [channel, manager] = await Promise.all([callerOf(world.pool, 'in.channel'), callerOf(world.pool, 'in.manager')])
  const answered = new Map<string, ActionAnswer>()
  let disaster: Promise<void> | undefined
  let next = 0
  const note = (key: string, answer: { status: number; body: { data: ActionAnswer } }) => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    answered.set(key, answer.body.data)
    if (answered.size > (SUBMITS * 2) / 3) disaster ??= catastrophe()
  }
  const client = async () => {
    for (let index = next++; index < SUBMITS; index = next++) {
      const [submitKey, approveKey] = [randomUUID(), randomUUID()]
      const submitted = await insist(() =>
        channel.post<ActionAnswer>(origin(), SUBMIT, application(`Act ${index}`), submitKey),
      )
      note(submitKey, submitted)
      const { id, formInstanceId } = submitted.body.data
      const task = await taskOf(world, id)
      const decision = { formInstanceId, taskId: task.id, contentHash: task.content_hash, opinion: 'Read' }
      note(approveKey, await insist(() => manager.post<ActionAnswer>(origin(), APPROVE, decision, approveKey)))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  expect(disaster, 'nothing was killed').toBeDefined()
  await disaster
  return answered
}

async function taskOf(world: World, documentId: string): Promise<{ id: string; content_hash: string }> {
  const query = `select t.id, i.content_hash from approval_task t join approval_instance i using (document_id, round) where t.document_id = $1 and t.step = 0`
  let rows: { id: string; content_hash: string }[] | null = null
  // The database may be the one that was killed.
  await until(
    async () =>
      (rows = await world.query<{ id: string; content_hash: string }>(query, [documentId]).catch(() => null)) !== null,
    'the database answers',
    { withinMs: 30_000 },
  )
  const [task] = rows ?? []
  if (!task) throw new Error(`an answered submit is lost: ${documentId}`)
  return task
}

/** No answered act is lost, none is done twice, and every sum is the sum of its postings. */
async function prove(world: World, answered: ReadonlyMap<string, ActionAnswer>): Promise<void> {
  expect(answered.size).toBe(SUBMITS * 2)
  const docs = await world.query<{ id: string; state: string; version: number; reason: string }>(
    'select id, state, version, reason from country_budget',
  )
  expect(docs.map(({ reason }) => reason).toSorted()).toEqual(
    Array.from({ length: SUBMITS }, (_, index) => `Act ${index}`).toSorted(),
  )
  expect(docs.filter(({ state, version }) => state !== 'underApproval' || version !== 2)).toEqual([])
  const kept = await world.query<{ key: string; answer: ActionAnswer }>('select key, answer from idempotency')
  expect(new Map(kept.map(({ key, answer }) => [key, answer]))).toEqual(answered)
  expect(await world.query('select act, count(*)::int as count from approval_act group by 1 order by 1')).toEqual([
    { act: 'agree', count: SUBMITS },
    { act: 'submit', count: SUBMITS },
  ])
  expect(await world.account('pool', 'POOL-A')).toMatchObject({ avl: '900.00', hld: '100.00' })
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
  let left = -1
  const countLeft = async () => {
    const [row] = await world.query<{ count: number }>('select count(*)::int as count from outbox')
    left = row?.count ?? -1
    return left === 0
  }
  await until(countLeft, () => `${left} messages stay in the outbox`)
}

describe('kill -9 during 200 submits and approvals', () => {
  it('kill -9 of the server process during 200 submits and approvals loses and doubles nothing', async () => {
    const databaseUrl = await testDatabase()
    const world = await budgetWorld(databaseUrl, '1000.00', 4)
    const port = await freePort()
    let server = await startServerProcess(databaseUrl, port, 'all')
    try {
      const catastrophe = async () => {
        await server.kill()
        server = await startServerProcess(databaseUrl, port, 'all')
      }
      await prove(world, await act({ world, origin: () => server.origin, catastrophe }))
    } finally {
      await server.kill()
      await world.close()
    }
  }, 90_000)

  it('kill -9 of PostgreSQL during 200 submits and approvals loses and doubles nothing while the server keeps running', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'crash-'))
    let postgres = await startEmbedded({ dataDir })
    const databaseUrl = await createFromRecipe(postgres.url('postgres'), migratedRecipe(), 'crash')
    const world = await budgetWorld(databaseUrl, '1000.00', 4)
    const server = await startServerProcess(databaseUrl, await freePort(), 'all')
    const after = createPool({ databaseUrl, max: 4, name: 'after the crash' })
    try {
      const catastrophe = async () => {
        killPostmaster(postgres.pid)
        postgres = await startEmbedded({ dataDir })
        expect(postgres.url('crash')).toBe(databaseUrl)
      }
      const answered = await act({ world, origin: () => server.origin, catastrophe }).catch((error: unknown) => {
        throw new Error(`the server: ${server.condition()}`, { cause: error })
      })
      await prove(worldOn(after), answered)
    } finally {
      await Promise.all([server.kill(), world.close(), after.end()])
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 90_000)
})
