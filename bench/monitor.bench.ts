// The administrators' page of running approvals, with thousands of them over a million finished ones.
import { randomUUID } from 'node:crypto'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { monitorRoutes } from '#kernel/services/monitor/monitor.routes.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { benchDatabase } from './lib/database.ts'
import { loadHistory } from './lib/history.ts'
import { load, percentile, printGoals, printTable, setting } from './lib/report.ts'

const INSTANCES = setting('BENCH_INSTANCES', 1_000_000, 500)
const PEOPLE = setting('BENCH_PEOPLE', 10_000, 40)
const WAITING = setting('BENCH_WAITING', 3_000, 50)
const ROUNDS = setting('BENCH_ROUNDS', 20, 1)
/** Median milliseconds: a page for a handful of administrators. */
const GOAL = 300

const database = await benchDatabase('monitor')
const world = await budgetWorld(database.url, '1000000.00', 4)
const pool = createPool({ databaseUrl: database.url, max: 2, name: 'bench' })
console.log(`loading ${INSTANCES} finished approvals, ${WAITING} running`)
await loadHistory(
  database.url,
  { instances: INSTANCES, people: PEOPLE, waiting: { 'in.manager': WAITING } },
  productNow(),
)

const routes = monitorRoutes([countryBudgetDocument])
const context = { ...(await world.contextOf('hq.it')), now: productNow(), idempotencyKey: randomUUID() }

async function time(name: string, body: object): Promise<number> {
  const route = routes.find(({ path }) => path.endsWith(`/${name}`))
  const input = { body, query: {}, params: {}, file: null } as never
  const began = performance.now()
  await reading(pool, async (tx) => route?.handler(tx as never, context, input))
  return performance.now() - began
}

const cases = [
  { name: 'counts and machinery', call: 'summary', body: {} },
  { name: 'first page', call: 'queryPage', body: { limit: 20 } },
  { name: 'stuck ones', call: 'queryPage', body: { limit: 20, health: 'stuck' } },
  { name: 'of one holder, page 100', call: 'queryPage', body: { limit: 20, page: 100, holder: 'in.manager' } },
]

try {
  const rows = []
  const goals = []
  for (const { name, call, body } of cases) {
    await time(call, body)
    const times = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await time(call, body))
    const p50 = percentile(times, 0.5)
    rows.push({ call: name, 'p50 ms': p50.toFixed(0), 'p99 ms': percentile(times, 0.99).toFixed(0), load: load() })
    goals.push({ what: `${name}, p50`, value: p50, goal: GOAL, is: 'most' as const, unit: 'ms' })
  }
  printTable(rows)
  printGoals(goals)
} finally {
  await Promise.all([pool.end(), world.close()])
  await database.close()
}
