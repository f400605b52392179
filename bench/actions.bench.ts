// Complete submits and decisions over HTTP with everything on, while server, database and load share the machine.
import type pg from 'pg'
import { createPool } from '#kernel/platform/db/pool.ts'
import { budgetWorld, INDIAN_ROUTE } from '#test/helpers/budget/budget-world.ts'
import { grantOf, growCompany, POOLS, sessionsOf, type BenchSession } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { separateIds, startFloor } from './lib/action-floor.ts'
import type { Call, Outcome } from './lib/http-load.ts'
import { databaseCpuSeconds, startGenerator, startServer } from './lib/processes.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const CLIENTS = 16
const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const SECONDS = setting('BENCH_SECONDS', 5, 0.3)
/** Documents decided in a round, each by four people. */
const DECIDED = setting('BENCH_DOCUMENTS', 100 * SECONDS, 5)
const GOALS = { submit: 400, decide: 500 }

const SUBMIT = '/aps/budget/country/bpm/template-code'
const APPROVE = '/aps/budget/country/approve'

interface Figure {
  readonly name: string
  readonly perSecond: number[]
  readonly p99: number[]
  /** Processor milliseconds of one call by process: they show the bottleneck, whatever else the machine does. */
  readonly client: number[]
  readonly server: number[]
  readonly database: number[]
}

const figure = (name: string): Figure => ({ name, perSecond: [], p99: [], client: [], server: [], database: [] })

function note(
  into: Figure,
  outcomes: readonly Outcome[],
  spent: { readonly server: number; readonly database: number },
): void {
  const seconds = outcomes.reduce((sum, each) => sum + each.seconds, 0)
  const failed = outcomes.find((each) => each.failed > 0)
  if (failed) throw new Error(`${into.name}: ${failed.failed} calls were refused, the first with ${failed.failure}`)
  const done = outcomes.reduce((sum, each) => sum + each.done, 0)
  into.perSecond.push(done / seconds)
  into.p99.push(
    percentile(
      outcomes.flatMap((each) => each.times),
      0.99,
    ),
  )
  into.client.push((1000 * outcomes.reduce((sum, each) => sum + each.cpu * each.seconds, 0)) / done)
  into.server.push((1000 * spent.server) / done)
  into.database.push((1000 * spent.database) / done)
}

/** Open tasks of the newest documents, one call each. */
async function openTasks(pool: pg.Pool, account: string, poolPattern: string): Promise<Call[]> {
  const { rows } = await pool.query<{ task: string; instance: string; hash: string }>(
    `select t.id as task, t.document_id || '-' || t.round as instance, d.content_hash as hash
     from approval_task t join app_user u on u.id = t.user_id join country_budget d on d.id = t.document_id
     where u.account = $1 and t.state = 'open' and d.project_pool_code ~ $2 order by t.document_id desc limit $3`,
    [account, poolPattern, DECIDED],
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

const database = await benchDatabase('actions')
const world = await budgetWorld(database.url, '1000000.00', 4)
const pool = createPool({ databaseUrl: database.url, max: 16, name: 'bench' })
await separateIds(pool)
await growCompany(pool)
const drafters = await sessionsOf(pool, 'in.channel', CLIENTS)
const approvers: BenchSession[][] = []
for (const account of INDIAN_ROUTE) approvers.push(await sessionsOf(pool, account, CLIENTS))
await pool.query('vacuum analyze')
const floor = await startFloor(database.url, CLIENTS)
const generator = startGenerator()
const serve = () => startServer(database.url, { ROLE: process.env['ROLE'] ?? 'all' })
let server = await serve()

async function measured(into: Figure, work: () => Promise<Outcome[]>): Promise<void> {
  const before = { server: server.cpu(), database: databaseCpuSeconds(database.server.pid) }
  const outcomes = await work()
  note(into, outcomes, {
    server: server.cpu() - before.server,
    database: databaseCpuSeconds(database.server.pid) - before.database,
  })
}

function submit(hot: boolean): Promise<Outcome[]> {
  const calls = Array.from({ length: 2000 }, (_, index) => ({
    path: SUBMIT,
    body: JSON.stringify(grantOf(hot ? 0 : 1 + (index % (POOLS - 1)))),
  }))
  return generator.run({ port: server.port, sessions: drafters, calls, seconds: SECONDS }).then((outcome) => [outcome])
}

/** All four steps of the newest applications, step by step: three decisions that pass it on and one that posts. */
async function decide(hot: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [step, account] of INDIAN_ROUTE.entries()) {
    const calls = await openTasks(pool, account, hot ? '^BP000$' : '^BP(?!000)')
    outcomes.push(await generator.run({ port: server.port, sessions: approvers[step]!, calls, seconds: null }))
  }
  return outcomes
}

try {
  const figures = {
    submit: figure(`submit, ${POOLS - 1} pools`),
    submitHot: figure('submit, one hot pool'),
    decide: figure(`decide, ${POOLS - 1} pools`),
    decideHot: figure('decide, one hot pool'),
  }
  const floors = { submit: [] as number[], decide: [] as number[] }
  // Loads some history, because never analysed tables have other plans.
  await submit(false)
  await decide(false)
  await server.close()
  await pool.query('vacuum analyze')
  server = await serve()
  await submit(false)
  const busy = load()
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.submit.push(await floor.submits(SECONDS))
    await measured(figures.submit, () => submit(false))
    await measured(figures.submitHot, () => submit(true))
    floors.decide.push(await floor.decisions(DECIDED))
    await measured(figures.decide, () => decide(false))
    await measured(figures.decideHot, () => decide(true))
  }
  const row = (each: Figure, bare: number) => ({
    [`over HTTP, ${CLIENTS} clients`]: each.name,
    'per second': median(each.perSecond).toFixed(0),
    'least - most': `${Math.min(...each.perSecond).toFixed(0)} - ${Math.max(...each.perSecond).toFixed(0)}`,
    'p99 ms': median(each.p99).toFixed(0),
    'bare flights/s': bare.toFixed(0),
    share: `${((100 * median(each.perSecond)) / bare).toFixed(0)} %`,
    'CPU ms a call: server': median(each.server).toFixed(2),
    database: median(each.database).toFixed(2),
    load: median(each.client).toFixed(2),
  })
  const bare = { submit: median(floors.submit), decide: median(floors.decide) }
  printTable([
    row(figures.submit, bare.submit),
    row(figures.submitHot, bare.submit),
    row(figures.decide, bare.decide),
    row(figures.decideHot, bare.decide),
  ])
  console.log(
    `median of ${ROUNDS} rounds of ${SECONDS} s and ${DECIDED} documents; load before ${busy}, after ${load()}`,
  )
  const differences = await world.replay()
  if (differences.length > 0)
    throw new Error(`postings and balances differ: ${JSON.stringify(differences.slice(0, 3))}`)
  printGoals([
    {
      what: 'submits',
      value: median(figures.submit.perSecond),
      goal: GOALS.submit,
      is: 'least',
      unit: 'a second',
      floor: `its statements alone ${bare.submit.toFixed(0)} a second`,
    },
    {
      what: 'submits on one pool',
      value: median(figures.submitHot.perSecond),
      goal: GOALS.submit,
      is: 'least',
      unit: 'a second',
    },
    { what: 'decisions', value: median(figures.decide.perSecond), goal: GOALS.decide, is: 'least', unit: 'a second' },
    {
      what: 'decisions on one pool',
      value: median(figures.decideHot.perSecond),
      goal: GOALS.decide,
      is: 'least',
      unit: 'a second',
    },
  ])
} finally {
  await generator.close()
  await server.close()
  await floor.close()
  await pool.end()
  await world.close()
  await database.close()
}
