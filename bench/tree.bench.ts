// A customer tree of 200,000 nodes: expanding a level over HTTP, and the picker of an upper customer.
import type pg from 'pg'
import { createPool } from '#kernel/platform/db/pool.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const NODES = setting('BENCH_NODES', 200_000, 4000)
const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const SECONDS = setting('BENCH_SECONDS', 3, 0.05)
const GOAL_P99 = 50
/** Distributors, the dealers of each, and dealers below dealers; one distributor has most of the rest below it. */
const TOPS = 200
const WIDE = Math.floor(NODES / 10)

async function grow(pool: pg.Pool): Promise<void> {
  // Loading so many at once takes longer than the product's statement time-out.
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  const columns = '(code, name_zh, name_en, kind, type, parent_code, organisation_id, country_code, state, scope_id)'
  const rest = `'general', %P, c.organisation_id, c.code, 'enabled', c.organisation_id from country c,`
  const below = Math.max(1, Math.floor((NODES - TOPS - WIDE) / TOPS / 10))
  const insert = (code: string, kind: string, parent: string, series: string) =>
    client.query(
      `insert into customer ${columns} select ${code}, '客户' || ${code}, 'Customer ' || ${code}, '${kind}', ${rest.replace('%P', parent)} ${series} where c.code = 'IN'`,
    )
  await insert(`'T' || lpad(n::text, 4, '0')`, 'distributor', 'null', `generate_series(1, ${TOPS}) n`)
  await insert(`'T0001-' || lpad(n::text, 6, '0')`, 'dealer', `'T0001'`, `generate_series(1, ${WIDE}) n`)
  const level = `'M' || lpad(n::text, 4, '0') || '-' || lpad(m::text, 4, '0')`
  const parent = `'T' || lpad(n::text, 4, '0')`
  await insert(level, 'dealer', parent, `generate_series(1, ${TOPS}) n, generate_series(1, ${below}) m`)
  const series = `generate_series(1, ${TOPS}) n, generate_series(1, ${below}) m, generate_series(1, 9) k`
  await insert(`${level} || '-' || k`, 'dealer', level, series)
  await client.query('analyze customer')
  client.release(true)
}

interface Case {
  readonly name: string
  readonly path: string
  readonly body: object
  /** The database's floor for it. */
  readonly floor: string
}

const bare = (where: string, offset = 0) =>
  `select t.id, t.code, t.name_en, t.state, exists (select from customer c where c.parent_code = t.code)
   from (select id, code, name_en, state from customer where ${where} order by code limit 51 offset ${offset}) t`
const found = (word: string) =>
  `select code, name_en from customer where search like '%${word}%' order by code limit 40`

const cases: readonly Case[] = [
  { name: 'the top', path: 'children', body: {}, floor: bare('parent_code is null') },
  {
    name: 'a level of ten',
    path: 'children',
    body: { parent: 'M0100-0007' },
    floor: bare(`parent_code = 'M0100-0007'`),
  },
  { name: `a level of ${WIDE}`, path: 'children', body: { parent: 'T0001' }, floor: bare(`parent_code = 'T0001'`) },
  {
    name: 'its page 100',
    path: 'children',
    body: { parent: 'T0001', page: 100 },
    floor: bare(`parent_code = 'T0001'`, 4950),
  },
  {
    name: 'picker, nothing typed',
    path: 'choices',
    body: { field: 'parentCode', limit: 40 },
    floor: `select code, name_en from customer where kind = 'distributor' order by code limit 40`,
  },
  {
    name: 'picker, a code',
    path: 'choices',
    body: { field: 'parentCode', keyword: 'T0123', limit: 40 },
    floor: found('t0123'),
  },
  {
    name: 'picker, a word of all names',
    path: 'choices',
    body: { field: 'parentCode', keyword: 'customer', limit: 40 },
    floor: found('customer'),
  },
  {
    name: 'picker, what nobody is called',
    path: 'choices',
    body: { field: 'parentCode', keyword: 'zanzibar', limit: 40 },
    floor: found('zanzibar'),
  },
]

const database = await benchDatabase('tree')
const world = await budgetWorld(database.url, '1000.00', 2)
const pool = createPool({ databaseUrl: database.url, max: 2, name: 'bench' })
await grow(pool)
const { rows: counted } = await pool.query<{ nodes: number }>('select count(*)::int as nodes from customer')
const server = await startServer(database.url, { ROLE: 'server' })
const generator = startGenerator()

try {
  const busy = load()
  const rows: Record<string, string>[] = []
  const p99s: number[] = []
  for (const { who, account } of [
    { who: 'India', account: 'in.finance' },
    { who: 'HQ', account: 'hq.budget' },
  ]) {
    const sessions = await sessionsOf(pool, account, 1)
    const calls = cases.map(({ path, body }) => ({ path: `${customer.api}/${path}`, body: JSON.stringify(body) }))
    // A newly started server compiles while it answers, so it is warmed up.
    await generator.run({ port: server.port, sessions, calls, seconds: SECONDS })
    for (const [at, { name, floor }] of cases.entries()) {
      const sample = { floor: [] as number[], p50: [] as number[], p99: [] as number[] }
      for (let round = 0; round < ROUNDS; round += 1) {
        const until = performance.now() + (SECONDS * 1000) / 4
        while (performance.now() < until) {
          const started = performance.now()
          await pool.query(floor)
          sample.floor.push(performance.now() - started)
        }
        const outcome = await generator.run({ port: server.port, sessions, calls: [calls[at]!], seconds: SECONDS / 2 })
        if (outcome.failed > 0) throw new Error(`${name}: ${outcome.failure}`)
        sample.p50.push(median(outcome.times))
        sample.p99.push(percentile(outcome.times, 0.99))
      }
      p99s.push(median(sample.p99))
      rows.push({
        [`of ${counted[0]!.nodes.toLocaleString('en')} customers`]: name,
        as: who,
        'bare SQL ms': median(sample.floor).toFixed(2),
        'its p99': percentile(sample.floor, 0.99).toFixed(1),
        'HTTP p50 ms': median(sample.p50).toFixed(1),
        'HTTP p99 ms': median(sample.p99).toFixed(1),
      })
    }
  }
  printTable(rows)
  console.log(`median of ${ROUNDS} rounds; load before ${busy}, after ${load()}`)
  printGoals([
    { what: 'a level or the picker over HTTP, p99', value: Math.max(...p99s), goal: GOAL_P99, is: 'most', unit: 'ms' },
  ])
} finally {
  await generator.close()
  await server.close()
  await pool.end()
  await world.close()
  await database.close()
}
