// The first page, page 50 and each order of every list, of at least BENCH_ROWS rows each, beside the same page written by hand or its rows
// read by their keys; and the first page over HTTP. The rows are copies of the demonstration's.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { narrowed, type Principal, type RequestContext } from '#kernel/platform/access/principal.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { readConfig } from '#kernel/base/config/config.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { areas } from '#app/areas.ts'
import { buildServer, loadAreaServers } from '#app/server.ts'
import { demoRecipe } from '#test/helpers/servers/demo-recipe.ts'
import { principalOf, sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { copyDevices } from './lib/devices.ts'
import { type List, ofDocument, ofRecord, OTHERS } from './lib/lists.ts'
import { multiply, type Together } from './lib/multiply.ts'
import { cpuSecondsOf, startGenerator, startServer } from './lib/processes.ts'
import { type Goal, IS_SMALL, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'
import { timed } from './lib/timing.ts'

const ROWS = setting('BENCH_ROWS', 100_000, 1)
const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const SECONDS = setting('BENCH_SECONDS', 1, 0.02)
const GOALS = { ratio: 1.5, p50: 3, p99: 15 }
const DEEP = 50
/** An account that sees everything, and one that sees the region of India. */
const READERS = IS_SMALL ? ['in.finance'] : ['admin', 'in.finance']
/** The database caches a plan from the sixth call on. */
const WARMING = IS_SMALL ? 1 : 6
/** A pattern: only lists whose name matches it are measured. */
const ONLY = new RegExp(process.env['BENCH_LISTS'] ?? '')

/** Not copied: even a large company has only dozens, and with more everybody would see thousands of organisations. */
const FEW = new Set(['organisation', 'area', 'idc', 'country', 'currency', 'war_zone'])

const database = await benchDatabase('lists', demoRecipe())
const pool = createPool({ databaseUrl: database.url, max: 2, name: 'bench' })
const serverAreas = await loadAreaServers(areas)
const documents = serverAreas.flatMap((area) => area.documents.map(({ definition }) => definition))
const records = serverAreas.flatMap((area) => area.records ?? [])
const began = performance.now()
const groups: Together[] = [
  ...documents.map(({ table }): Together => [table]),
  ['budget_line', 'budget_account'],
  ['budget_pool'],
  ['scheme'],
  ['funds_account'],
  ['rebate_batch'],
  ['receivable_item'],
  ['customer_invoice', 'customer_invoice_line invoice_id'],
  ['ledger_journal', 'ledger_posting'],
  ['approval_instance', 'approval_task document_id'],
  ['notification'],
  ['audit_entry'],
  ['sync_run'],
  ['sync_push'],
  ...records.flatMap(({ table }): Together[] => (FEW.has(table) ? [] : [[table]])),
]
const once = [...new Map(groups.map((group) => [group[0], group])).values()]
const copying = await pool.connect()
await copying.query('set session_replication_role = replica; set statement_timeout = 0')
await copyDevices((text) => copying.query(text), ROWS)
copying.release(true)
const filled = await multiply(database.url, once, ROWS)
console.log(
  `filled in ${((performance.now() - began) / 1000).toFixed(0)} s: ${[...filled].map(([table, count]) => `${table} ${count}`).join(', ')}`,
)

const dataDir = mkdtempSync(join(tmpdir(), 'bench-lists-'))
const config = { ...readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir }), logLevel: 'silent' as const }
const runtime = { pool, now: productNow }
const { app, routes } = await buildServer({ config, runtime, areas, serverAreas })
const generator = startGenerator()
const server = await startServer(database.url, { ROLE: 'server', DATA_DIR: dataDir })

/** The route of a list, with the parameters of its path. */
function routeOf({ path, isGet }: List): { readonly route: Route; readonly params: object } {
  const [address = ''] = path.split('?')
  const method = isGet ? 'GET' : 'POST'
  for (const route of routes) {
    const names: string[] = []
    const pattern = route.path.replaceAll(/:(\w+)/g, (_, name: string) => `(?<${names.push(name) && name}>[^/]+)`)
    const found = route.method === method ? new RegExp(`^${pattern}$`).exec(address) : null
    if (found) return { route, params: { ...found.groups } }
  }
  throw new Error(`no call ${method} ${path}`)
}

function contextOf(principal: Principal, { right }: Route): RequestContext {
  return {
    principal: typeof right === 'string' ? narrowed(principal, right) : principal,
    language: 'en',
    requestId: 'bench',
    now: productNow(),
    idempotencyKey: null,
    address: '127.0.0.1',
    device: '',
    isFresh: true,
    log: () => undefined,
  }
}

interface Measured {
  readonly list: string
  readonly of: string
  readonly as: string
  readonly hand: number
  readonly own: number
  readonly ratio: number
  /** Processor time of the database for a call. */
  readonly cpuHand: number
  readonly cpuOwn: number
  readonly p50: number | null
  readonly p99: number | null
}

const goals = { ratio: [] as number[], p50: [] as number[], p99: [] as number[] }

/** One connection, so that its process's processor time is that of the calls. */
const one = createPool({ databaseUrl: database.url, max: 1, name: 'bench lists' })
const { rows: backends } = await one.query<{ pid: number }>('select pg_backend_pid() as pid')
const databaseCpu = () => cpuSecondsOf(backends[0]!.pid) * 1000

/** Null where the account may not read the list. */
async function measure(
  list: List,
  account: string,
  of: string,
  body: object,
  byHand: string,
): Promise<Measured | null> {
  const { route, params } = routeOf(list)
  const principal = await principalOf(pool, account)
  const query = Object.fromEntries(new URLSearchParams(list.path.split('?')[1]))
  const input = { body, query: { ...query, page: 1, limit: 20 }, params, file: null } as never
  const own = () => reading(one, (tx) => route.handler(tx as never, contextOf(principal, route), input))
  const hand = () => one.query(byHand)
  try {
    for (let call = 0; call < WARMING; call += 1) await own()
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
  for (let call = 0; call < WARMING / 2; call += 1) await hand()
  const sample = { hand: { ms: [] as number[], cpu: 0, calls: 0 }, own: { ms: [] as number[], cpu: 0, calls: 0 } }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [into, run] of [
      [sample.hand, hand],
      [sample.own, own],
    ] as const) {
      const before = databaseCpu()
      const times = await timed(SECONDS / 10, run)
      into.cpu += databaseCpu() - before
      into.calls += times.length
      into.ms.push(median(times))
    }
  }
  const [by, mine] = [median(sample.hand.ms), median(sample.own.ms)]
  return {
    list: list.name,
    of,
    as: account,
    hand: by,
    own: mine,
    ratio: mine / by,
    cpuHand: sample.hand.cpu / sample.hand.calls,
    cpuOwn: sample.own.cpu / sample.own.calls,
    p50: null,
    p99: null,
  }
}

async function overHttp(list: List, account: string, body: object): Promise<Pick<Measured, 'p50' | 'p99'>> {
  const call = {
    path: list.path,
    body: list.isGet ? '' : JSON.stringify(body),
    method: list.isGet ? ('GET' as const) : ('POST' as const),
  }
  const sessions = await sessionsOf(pool, account, 1)
  const run = (seconds: number | null) =>
    generator.run({
      port: server.port,
      sessions,
      calls: seconds === null ? Array.from({ length: 8 }, () => call) : [call],
      seconds,
    })
  const first = await run(null)
  if (first.failed > 0) {
    if (/"code":"?403/.test(first.failure ?? '')) return { p50: null, p99: null }
    throw new Error(`${list.path}: ${first.failure}`)
  }
  const { times } = await run(SECONDS / 2)
  return { p50: median(times), p99: percentile(times, 0.99) }
}

try {
  const lists = [...documents.map(ofDocument), ...records.map(ofRecord), ...OTHERS].filter(({ name }) =>
    ONLY.test(name),
  )
  // A hand-written page that no longer matches its list fails here, before half an hour of measuring.
  for (const { byHand } of lists) await pool.query(`explain ${byHand(null, 0)}`)
  const busy = load()
  const rows: Measured[] = []
  for (const list of lists) {
    const place = list.isKeyed ? { limit: 20 } : { page: 1, limit: 20 }
    for (const account of READERS) {
      const body = { ...place, ...list.asked }
      const first = await measure(list, account, 'first page', body, list.byHand(null, 0))
      if (!first) continue
      const http = await overHttp(list, account, body)
      // The account may not read the list: the server refuses the call before it reads anything.
      if (http.p50 === null) continue
      rows.push({ ...first, ...http })
      if (!list.orders) continue
      const more = [
        { of: `page ${DEEP}`, asked: { ...body, page: DEEP }, byHand: list.byHand(null, (DEEP - 1) * 20) },
        ...list.orders.map((sort) => ({
          of: `by ${sort}`,
          asked: { ...body, sort: [sort] },
          byHand: list.byHand(sort, 0),
        })),
      ]
      for (const { of, asked, byHand } of more) {
        const found = await measure(list, account, of, asked, byHand)
        if (found) rows.push(found)
      }
    }
  }
  rows.sort((a, b) => b.ratio - a.ratio)
  printTable(
    rows.map((row) => ({
      [`lists of ${ROWS.toLocaleString('en')} rows`]: row.list,
      page: row.of,
      as: row.as,
      'by hand ms': row.hand.toFixed(2),
      'product ms': row.own.toFixed(2),
      ratio: row.ratio.toFixed(2),
      'database CPU ms by hand': row.cpuHand.toFixed(2),
      product: row.cpuOwn.toFixed(2),
      'its ratio': (row.cpuOwn / row.cpuHand).toFixed(2),
      'HTTP p50 ms': row.p50?.toFixed(1) ?? '',
      'HTTP p99 ms': row.p99?.toFixed(1) ?? '',
    })),
  )
  for (const { of, ratio, p50, p99 } of rows) {
    if (of === 'first page') goals.ratio.push(ratio)
    if (p50 !== null) goals.p50.push(p50)
    if (p99 !== null) goals.p99.push(p99)
  }
  console.log(
    `${rows.length} cases of ${lists.length} lists; median of ${ROUNDS} rounds; load before ${busy}, after ${load()}`,
  )
  const most = (what: string, values: readonly number[], goal: number, unit: string): Goal => ({
    what: `${what}, the dearest of ${values.length} first pages`,
    value: Math.max(...values),
    goal,
    is: 'most',
    unit,
  })
  printGoals([
    most('list against its page by hand', goals.ratio, GOALS.ratio, 'x'),
    most('page over HTTP, p50', goals.p50, GOALS.p50, 'ms'),
    most('page over HTTP, p99', goals.p99, GOALS.p99, 'ms'),
  ])
} finally {
  await generator.close()
  await server.close()
  await app.close()
  await one.end()
  await pool.end()
  rmSync(dataDir, { recursive: true, force: true })
  await database.close()
}
