import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { callerOf, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

let databaseUrl: string
let world: World
const held: (() => Promise<void>)[] = []

beforeAll(async () => {
  databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl)
})

afterAll(() => world?.close())

/** Locks a table against all reads; the function that it answers unlocks it. */
async function hold(table: string): Promise<() => Promise<void>> {
  const client = await world.pool.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  held.push(release)
  return release
}

it('a stopping server answers running requests, accepts no new ones, and cuts off what still runs after DRAIN_SECONDS', async () => {
  const server = await startServerProcess(databaseUrl, await freePort(), 'server', { DRAIN_SECONDS: '2' })
  try {
    const caller = await callerOf(world.pool, 'in.channel')
    const letGo = { soon: await hold('country_budget'), late: await hold('project') }
    const list = caller.post(server.origin, '/aps/budget/country/queryByPage', {})
    const never = caller.post(server.origin, '/aps/budget/projectRecord/queryPage', {}).catch(() => 'cut off')
    const wait = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await world.query(wait)).length === 2, 'the calls do not wait')
    const since = performance.now()
    const stopped = server.stop()
    const takesNothing = () =>
      fetch(`${server.origin}/livez`).then(
        ({ ok }) => !ok,
        () => true,
      )
    await until(takesNothing, 'it takes new calls', { everyMs: 10 })
    await letGo.soon()
    expect((await list).status).toBe(200)
    expect(await never).toBe('cut off')
    expect(performance.now() - since).toBeGreaterThan(1_900)
    await letGo.late()
    await stopped
  } finally {
    await Promise.all(held.map((release) => release()))
    await server.stop()
  }
}, 120_000)
