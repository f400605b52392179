// 160 clients through two server processes on one pool: grants, revokes and transfers are raised, decided and withdrawn concurrently for a
// minute. Never more than there is, no unresolved deadlock, no call above two seconds; afterwards all ledger invariants are checked.
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { heatPool, moneyOfPool, runHotPool } from '#test/scenario/processes/hot-pool.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { benchDatabase } from './lib/database.ts'
import { load, percentile, printGoals, printTable, setting } from './lib/report.ts'

const CLIENTS = setting('BENCH_CLIENTS', 160, 8)
const SECONDS = setting('BENCH_SECONDS', 60, 1)
const SERVERS = 2
const LONGEST_MS = 2_000
const WARMING = 32
const WARM_SECONDS = setting('BENCH_WARM_SECONDS', 6, 0.5)

const database = await benchDatabase('hot_pool')
const world = await budgetWorld(database.url, '1000.00', 8)
await heatPool(world)
await world.query('vacuum analyze')
const servers = await Promise.all(
  Array.from({ length: SERVERS }, async () => startServerProcess(database.url, await freePort())),
)
try {
  const money = await moneyOfPool(world)
  const origins = servers.map(({ origin }) => origin)
  // As during a day: warmed-up servers, analysed tables.
  await runHotPool(world, { clients: WARMING, seconds: WARM_SECONDS, origins, seed: 7 })
  await world.query('vacuum analyze')
  console.log(`${CLIENTS} clients, ${SERVERS} server processes, ${SECONDS} s, load before ${load()}`)
  const { answers, times, wrong, deadlocks } = await runHotPool(world, { clients: CLIENTS, seconds: SECONDS, origins })
  printTable([...answers].toSorted(([a], [b]) => a.localeCompare(b)).map(([answer, count]) => ({ answer, count })))
  const slowest = percentile(times, 1)
  printTable([
    {
      calls: times.length,
      'per second': (times.length / SECONDS).toFixed(0),
      'p50 ms': percentile(times, 0.5).toFixed(0),
      'p99 ms': percentile(times, 0.99).toFixed(0),
      'slowest ms': slowest.toFixed(0),
      'deadlocks resolved': deadlocks,
      load: load(),
    },
  ])
  const broken = [
    ...(await brokenInvariants(world.query)),
    ...(await world.replay()).map((each) => JSON.stringify(each)),
  ]
  if ((await moneyOfPool(world)) !== money) broken.push('money was lost or made')
  for (const each of [...new Set(wrong), ...broken]) console.log(`wrong: ${each}`)
  printGoals([
    { what: 'wrong answers', value: wrong.length, goal: 0, is: 'most', unit: 'calls' },
    { what: 'broken invariants', value: broken.length, goal: 0, is: 'most', unit: '' },
    { what: 'slowest call', value: slowest, goal: LONGEST_MS, is: 'most', unit: 'ms' },
  ])
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  await world.close()
  await database.close()
}
