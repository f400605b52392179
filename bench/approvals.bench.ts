// An approval from its submit to its third and last decision, over HTTP with everything on, beside the same on DBOS without
// HTTP: on an empty history, and on a million finished approvals (BENCH_INSTANCES=0 leaves those out).
import type pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { grantOf, growCompany, POOLS, sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { startDbos } from './lib/dbos-floor.ts'
import { loadHistory } from './lib/history.ts'
import type { Call } from './lib/http-load.ts'
import { databaseCpuSeconds, startGenerator, startServer } from './lib/processes.ts'
import { type Goal, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const CLIENTS = 16
const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
/** Approvals per round. */
const DOCUMENTS = setting('BENCH_DOCUMENTS', 500, 16)
const FINISHED = process.env['BENCH_INSTANCES'] === '0' ? 0 : setting('BENCH_INSTANCES', 1_000_000, 200)
const HISTORIES: readonly ('empty' | 'full')[] = FINISHED === 0 ? ['empty'] : ['empty', 'full']
const P95_MS = 60
/** Limit relative to the same steps as durable workflows, without HTTP. */
const OVER_DBOS = 1.3

const SUBMIT = '/aps/budget/country/bpm/template-code'
const APPROVE = '/aps/budget/country/approve'
/** Three steps, one person each. */
const ROUTE = [
  ['manager', 'in.manager'],
  ['regionalFinance', 'in.regfinance'],
  ['rsd', 'in.rsd'],
] as const

interface Figure {
  readonly decisions: number[]
  readonly p95: number[]
  /** Processor milliseconds of a whole approval: comparable even on a shared machine. */
  readonly server: number[]
  readonly database: number[]
}

const database = await benchDatabase('approvals')
const world = await budgetWorld(database.url, '1000000.00', 4)
const pool = createPool({ databaseUrl: database.url, max: 16, name: 'bench' })
await growCompany(pool)
await pool.query(
  `insert into approval_template (code, version, name_zh, name_en, steps)
   select code, max(version) + 1, '三级', 'Three steps', $1::jsonb from approval_template where code = 'budget_country' group by code`,
  [JSON.stringify(ROUTE.map(([role]) => ({ key: role, name: { zh: role, en: role }, who: { role }, mode: 'any' })))],
)
const drafters = await sessionsOf(pool, 'in.channel', CLIENTS)
const approvers = await Promise.all(ROUTE.map(([, account]) => sessionsOf(pool, account, CLIENTS)))
const dbos = await startDbos(await database.another('approvals_dbos'))
const generator = startGenerator()
let server = await startServer(database.url)

async function openTasks(from: pg.Pool, account: string): Promise<Call[]> {
  const { rows } = await from.query<{ task: string; instance: string; hash: string }>(
    `select t.id as task, t.document_id || '-' || t.round as instance, i.content_hash as hash
     from approval_task t join app_user u on u.id = t.user_id join approval_instance i on i.document_id = t.document_id and i.round = t.round
     where u.account = $1 and t.state = 'open'`,
    [account],
  )
  return rows.map((row) => ({
    path: APPROVE,
    body: JSON.stringify({
      formInstanceId: row.instance,
      taskId: row.task,
      contentHash: row.hash,
      opinion: 'In line with the plan of the quarter',
    }),
  }))
}

/** Submits and decides a round's approvals; the calls are timed, looking for tasks between them is not. */
async function round(into: Figure | null): Promise<void> {
  const submits = Array.from({ length: DOCUMENTS }, (_, index) => ({
    path: SUBMIT,
    body: JSON.stringify(grantOf(1 + (index % (POOLS - 1)))),
  }))
  const before = [server.cpu(), databaseCpuSeconds(database.server.pid)] as const
  const outcomes = [await generator.run({ port: server.port, sessions: drafters, calls: submits, seconds: null })]
  for (const [step, [, account]] of ROUTE.entries()) {
    const calls = await openTasks(pool, account)
    // Both halves measure the same route with one person per step, although the history adds more people.
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::int as open from approval_task where state = 'open'`,
    )
    if (rows[0]!.open !== DOCUMENTS)
      throw new Error(`${rows[0]!.open} people are asked in step ${step + 1}, not ${DOCUMENTS}`)
    outcomes.push(await generator.run({ port: server.port, sessions: approvers[step]!, calls, seconds: null }))
  }
  const failed = outcomes.find((each) => each.failed > 0)
  if (failed) throw new Error(`${failed.failed} calls were refused, the first with ${failed.failure}`)
  const seconds = outcomes.reduce((sum, each) => sum + each.seconds, 0)
  into?.decisions.push((DOCUMENTS * ROUTE.length) / seconds)
  into?.server.push((1000 * (server.cpu() - before[0])) / DOCUMENTS)
  into?.database.push((1000 * (databaseCpuSeconds(database.server.pid) - before[1])) / DOCUMENTS)
  into?.p95.push(
    percentile(
      outcomes.flatMap((each) => each.times),
      0.95,
    ),
  )
}

/** The same for DBOS, which runs in this process. */
async function floorRound(into: Figure | null): Promise<void> {
  const before = [process.cpuUsage(), databaseCpuSeconds(database.server.pid)] as const
  const decisions = await dbos.decisions(DOCUMENTS, CLIENTS)
  const own = process.cpuUsage(before[0])
  into?.decisions.push(decisions)
  into?.server.push((own.user + own.system) / 1000 / DOCUMENTS)
  into?.database.push((1000 * (databaseCpuSeconds(database.server.pid) - before[1])) / DOCUMENTS)
}

const figure = (): Figure => ({ decisions: [], p95: [], server: [], database: [] })

try {
  const figures = { empty: figure(), full: figure() }
  const floors = { empty: figure(), full: figure() }
  const measure = async (at: 'empty' | 'full') => {
    // Never analysed tables have other plans; the first round warms up both sides.
    await round(null)
    await floorRound(null)
    await server.close()
    await pool.query('vacuum analyze')
    // The first write to a page after a checkpoint writes the whole page: done before measuring.
    await pool.query('checkpoint')
    server = await startServer(database.url)
    await round(null)
    for (let count = 0; count < ROUNDS; count += 1) {
      await round(figures[at])
      await floorRound(floors[at])
    }
  }
  const busy = load()
  for (const at of HISTORIES) {
    if (at === 'full') await loadHistory(database.url, { instances: FINISHED, people: 200, waiting: {} }, productNow())
    await measure(at)
  }
  const names = { empty: 'no history', full: `${FINISHED.toLocaleString('en')} finished approvals` }
  const row = (at: 'empty' | 'full') => ({
    [`start and three decisions over HTTP, ${CLIENTS} clients`]: names[at],
    'decisions a second': median(figures[at].decisions).toFixed(0),
    'least - most': `${Math.min(...figures[at].decisions).toFixed(0)} - ${Math.max(...figures[at].decisions).toFixed(0)}`,
    'p95 ms of a call': median(figures[at].p95).toFixed(0),
    'cpu ms of an approval, server': median(figures[at].server).toFixed(1),
    database: median(figures[at].database).toFixed(1),
    'DBOS without HTTP': median(floors[at].decisions).toFixed(0),
    'its cpu ms, process': median(floors[at].server).toFixed(1),
    'its database': median(floors[at].database).toFixed(1),
  })
  printTable(HISTORIES.map(row))
  console.log(`median of ${ROUNDS} rounds of ${DOCUMENTS} approvals; load before ${busy}, after ${load()}`)
  const differences = await world.replay()
  if (differences.length > 0)
    throw new Error(`postings and balances differ: ${JSON.stringify(differences.slice(0, 3))}`)
  const goals: Goal[] = HISTORIES.flatMap((at) => [
    {
      what: `decisions, ${at}`,
      value: median(figures[at].decisions),
      goal: OVER_DBOS * median(floors[at].decisions),
      is: 'least' as const,
      unit: 'a second',
      floor: `DBOS without HTTP ${median(floors[at].decisions).toFixed(0)} a second`,
    },
    { what: `p95, ${at}`, value: median(figures[at].p95), goal: P95_MS, is: 'most' as const, unit: 'ms' },
  ])
  if (FINISHED > 0) {
    goals.push({
      what: 'decisions with a million, of those without',
      value: (100 * median(figures.full.decisions)) / median(figures.empty.decisions),
      goal: 90,
      is: 'least',
      unit: '%',
    })
  }
  printGoals(goals)
} finally {
  await generator.close()
  await server.close()
  await dbos.close()
  await pool.end()
  await world.close()
  await database.close()
}
