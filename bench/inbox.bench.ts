// The inbox, the people picker and a step's usual duration over a million finished approvals and ten thousand people.
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { type BenchSession, sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { FIRST_DOCUMENT, loadHistory } from './lib/history.ts'
import type { Call } from './lib/http-load.ts'
import { databaseCpuSeconds, startGenerator, startServer } from './lib/processes.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const INSTANCES = setting('BENCH_INSTANCES', 1_000_000, 500)
const PEOPLE = setting('BENCH_PEOPLE', 10_000, 40)
const WAITING = setting('BENCH_WAITING', 300, 50)
const ROUNDS = setting('BENCH_ROUNDS', 3, 1)
const SECONDS = setting('BENCH_SECONDS', 3, 0.05)
const CLIENTS = 16
const GOALS = { inbox: 50, people: 100 }
/** A pattern: only matching cases are measured. */
const ONLY = new RegExp(process.env['BENCH_CASES'] ?? '')

const database = await benchDatabase('inbox')
const world = await budgetWorld(database.url, '1000000.00', 4)
const pool = createPool({ databaseUrl: database.url, max: 4, name: 'bench' })
console.log(`loading ${INSTANCES} finished approvals, ${PEOPLE} people`)
const began = performance.now()
await loadHistory(
  database.url,
  { instances: INSTANCES, people: PEOPLE, waiting: { 'in.manager': WAITING } },
  productNow(),
)
console.log(`loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`)
const generator = startGenerator()
const server = await startServer(database.url, { ROLE: 'server' })
const sessions = await sessionsOf(pool, 'in.manager', CLIENTS)

const get = (path: string): Call => ({ path, body: '', method: 'GET' })
const inbox = (box: string, page = 1) => get(`/aps/task/queryPage?box=${box}&page=${page}&limit=20`)
const pages = (box: string) => [1, 1, 1, 2, 3].map((page) => inbox(box, page))
const instance = `${FIRST_DOCUMENT + INSTANCES}-1`
const people = (more: string) => get(`/aps/bpm/address/query/page?formInstanceId=${instance}&verb=transfer${more}`)

interface Case {
  readonly name: string
  readonly calls: readonly Call[]
  readonly goal: number
}
const all: readonly Case[] = [
  { name: 'inbox, to do', calls: pages('open'), goal: GOALS.inbox },
  { name: 'inbox, done', calls: pages('done'), goal: GOALS.inbox },
  { name: 'inbox, to do by number', calls: [get('/aps/task/queryPage?box=open&no=HB')], goal: GOALS.inbox },
  { name: 'summary of what waits', calls: [get('/aps/task/summary')], goal: GOALS.inbox },
  {
    name: 'detail of one that waits',
    calls: Array.from({ length: 50 }, (_, index) => ({
      path: '/aps/budget/country/detail',
      body: JSON.stringify({ formInstanceId: `${FIRST_DOCUMENT + INSTANCES + (index % WAITING)}-1` }),
    })),
    goal: GOALS.inbox,
  },
  {
    name: 'people to pick',
    calls: [people(''), people('&keyword=approver%209'), people('&keyword=rsd')],
    goal: GOALS.people,
  },
]

/** Processor milliseconds of one call by process: independent of other load. */
async function measure(calls: readonly Call[], callers: readonly BenchSession[]) {
  const before = [server.cpu(), databaseCpuSeconds(database.server.pid)] as const
  const outcome = await generator.run({ port: server.port, sessions: callers, calls, seconds: SECONDS })
  if (outcome.failed > 0) throw new Error(`${outcome.failed} calls were refused, the first with ${outcome.failure}`)
  return {
    p50: percentile(outcome.times, 0.5),
    p99: percentile(outcome.times, 0.99),
    rate: outcome.done / outcome.seconds,
    server: (1000 * (server.cpu() - before[0])) / outcome.done,
    database: (1000 * (databaseCpuSeconds(database.server.pid) - before[1])) / outcome.done,
  }
}

try {
  const rows = []
  const goals = []
  for (const { name, calls, goal } of all.filter(({ name }) => ONLY.test(name))) {
    let alone: number | null = null
    for (const clients of [1, CLIENTS]) {
      // A warm-up round, without cached plans and pages.
      await measure(calls, sessions.slice(0, clients))
      const rounds = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(calls, sessions.slice(0, clients)))
      const p99 = median(rounds.map((one) => one.p99))
      rows.push({
        call: name,
        clients,
        'calls/s': median(rounds.map((one) => one.rate)).toFixed(0),
        'p50 ms': median(rounds.map((one) => one.p50)).toFixed(1),
        'p99 ms': p99.toFixed(1),
        'server cpu ms': median(rounds.map((one) => one.server)).toFixed(2),
        'database cpu ms': median(rounds.map((one) => one.database)).toFixed(2),
        load: load(),
      })
      const floor = alone === null ? {} : { floor: `one client ${alone.toFixed(1)} ms` }
      goals.push({ what: `${name}, p99 of ${clients}`, value: p99, goal, is: 'most' as const, unit: 'ms', ...floor })
      alone ??= p99
    }
  }
  printTable(rows)
  printGoals(goals)
} finally {
  await server.close()
  await generator.close()
  await world.close()
  await pool.end()
  await database.close()
}
