// The home page of each role among a million documents: every call that the page makes, over HTTP, beside a row by its key. The rows are copies
// of the demonstration's, so a drafter has hundreds of thousands of them.
import { createPool } from '#kernel/platform/db/pool.ts'
import { HOME_GROUPS } from '#kernel/services/home/home-groups.ts'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { demoRecipe } from '#test/helpers/servers/demo-recipe.ts'
import { sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { multiply, type Together } from './lib/multiply.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { type Goal, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const DOCUMENTS = setting('BENCH_LINES', 1_000_000, 1)
/** Budgets, accounts, receivables, rebates, stores and their images. */
const ROWS = setting('BENCH_ROWS', 200_000, 1)
const SECONDS = setting('BENCH_SECONDS', 2, 0.02)
const GOAL_MS = 50
const PEOPLE = ['in.channel', 'in.manager', 'in.finance', 'hq.budget', 'hq.it', 'hq.auditor', 'in.dist', 'in.store']

const CALLS: readonly (readonly [what: string, path: string])[] = [
  ...HOME_GROUPS.map((group) => [group, `/aps/home/cards?group=${group}`] as const),
  ['my documents', '/aps/document/mine'],
  ['opened often', '/aps/home/visits'],
]

const database = await benchDatabase('home', demoRecipe())
const pool = createPool({ databaseUrl: database.url, max: 1, name: 'bench' })
const serverAreas = await loadAreaServers(areas)
const tables = serverAreas.flatMap((area) => area.documents.map(({ definition }) => definition.table))
const documents: Together = ['document', ...tables, 'scheme', 'approval_instance', 'approval_task document_id']
const others: readonly Together[] = [
  ['budget_line', 'budget_account'],
  ['funds_account'],
  ['rebate_batch'],
  ['receivable_item'],
  ['store'],
  ['store_image'],
  ['notification'],
]
await multiply(database.url, [documents], DOCUMENTS)
await multiply(database.url, others, ROWS)
const server = await startServer(database.url, { ROLE: 'server' })
const generator = startGenerator()
try {
  const byKey: number[] = []
  for (let call = 0; call < 200; call += 1) {
    const began = performance.now()
    await pool.query({ name: 'bench.key', text: 'select * from document where document_id = $1', values: [1] })
    byKey.push(performance.now() - began)
  }
  const floor = `a row by its key ${median(byKey).toFixed(2)} ms`
  const busy = load()
  const rows: Record<string, string>[] = []
  const slowest = new Map<string, number>()
  for (const account of PEOPLE) {
    const sessions = await sessionsOf(pool, account, 1)
    for (const [what, path] of CALLS) {
      const job = { port: server.port, sessions, calls: [{ method: 'GET' as const, path, body: '' }] }
      // What is kept for a minute is computed, and plans are made.
      await generator.run({ ...job, seconds: SECONDS / 2 })
      const { times, failed, failure } = await generator.run({ ...job, seconds: SECONDS })
      if (failed > 0) throw new Error(`${account}: ${what}: ${failure}`)
      const p99 = percentile(times, 0.99)
      slowest.set(what, Math.max(slowest.get(what) ?? 0, p99))
      rows.push({
        account,
        what,
        'p50 ms': median(times).toFixed(1),
        'p99 ms': p99.toFixed(1),
        calls: String(times.length),
      })
    }
  }
  printTable(rows)
  console.log(`load before ${busy}, after ${load()}`)
  printGoals(
    [...slowest].map(([what, value]): Goal => ({
      what: `${what}, slowest role, p99`,
      value,
      goal: GOAL_MS,
      is: 'most',
      unit: 'ms',
      floor,
    })),
  )
} finally {
  await generator.close()
  await server.close()
  await pool.end()
  await database.close()
}
