// Type-ahead over a million rows like a price list's, and over 200,000 customers within scope: each typed letter is a call.
import type pg from 'pg'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { reading, type Tx } from '#kernel/platform/db/tx.ts'
import { choicesOf } from '#kernel/engine/record/references.ts'
import { recordPage } from '#kernel/engine/record/routes/record-list.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { sku } from '#areas/product/records/sku.record.ts'
import { skusOf } from '#areas/product/selectors/selector.queries.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { principalOf, sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { fillCustomers, fillProducts } from './lib/products.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const ROWS = setting('BENCH_ROWS', 1_000_000, 2000)
const CUSTOMERS = setting('BENCH_CUSTOMERS', 200_000, 500)
const SECONDS = setting('BENCH_SECONDS', 5, 0.05)
const GOAL_MS = 50
const SHOWN = 41
const DAY = '2026-11-21'

/** Typed letter by letter: codes, names in both languages, words of most rows, few, one, none. */
const typed = (...words: readonly string[]): string[] =>
  words.flatMap((word) => Array.from(word, (_, index) => word.slice(0, index + 1).trim()))
const PRODUCTS = [
  '',
  ...typed('ME20-BL', 'merida 20 blue', 'zephyra', '远山 20', '智能手机', '罕见', 'earphones', 'qqq', '0099999'),
]
const CUSTOMER_WORDS = ['', ...typed('IN0199', 'mumbai mobile', '孟买手机', 'ID01', 'pune', 'zzz')]

interface Case {
  readonly name: string
  readonly account: string
  readonly path: string
  readonly words: readonly string[]
  readonly body: (word: string) => object
  /** The same statement without the product around it. */
  readonly read: (tx: Tx, principal: Principal, word: string) => Promise<unknown>
}

const cases: readonly Case[] = [
  {
    name: 'selector of SKU',
    account: 'in.channel',
    path: '/gs/IN/oversea/aps/product/sku/list',
    words: PRODUCTS,
    body: (word) => ({ page: 1, limit: SHOWN, curTopAreaId: '2', skuSearchKeyWord: word }),
    read: (tx, _, word) =>
      tx.rows<unknown>(
        skusOf({ bizSystem: 'gs', day: DAY }, word, { language: 'en', keyword: '', limit: SHOWN, offset: 0 }),
      ),
  },
  {
    name: 'value help of SKU',
    account: 'hq.pricing',
    path: '/aps/material/choices',
    words: PRODUCTS,
    body: (keyword) => ({ field: 'skuCode', keyword, limit: SHOWN }),
    read: (tx, principal, word) => tx.rows(choicesOf(skuReference, principal, word, SHOWN)),
  },
  {
    name: 'value help of customers, India',
    account: 'in.channel',
    path: '/aps/skuSalesSetting/choices',
    words: CUSTOMER_WORDS,
    body: (keyword) => ({ field: 'customerCode', keyword, limit: SHOWN }),
    read: (tx, principal, word) => tx.rows(choicesOf(customerReference, principal, word, SHOWN)),
  },
  {
    name: 'list of SKU by keyword',
    account: 'hq.pricing',
    path: '/aps/sku/queryPage',
    words: PRODUCTS,
    body: (keyword) => ({ page: 1, limit: 20, ...(keyword === '' ? {} : { keyword }) }),
    read: (tx, principal, keyword) => readPage(tx, recordPage(sku, principal, 'en', { page: 1, limit: 20, keyword })),
  },
]

type Read = (tx: Tx) => Promise<unknown>

/** Each of the calls in turn, all of them at least once. */
async function inTurn(pool: pg.Pool, reads: readonly Read[], seconds: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until || times.length < reads.length) {
    const started = performance.now()
    await reading(pool, reads[times.length % reads.length]!)
    times.push(performance.now() - started)
  }
  return times
}

const database = await benchDatabase('selector')
const world = await budgetWorld(database.url, '1000.00', 2)
const pool = createPool({ databaseUrl: database.url, max: 2, name: 'bench' })
await fillProducts(database.url, ROWS)
await fillCustomers(database.url, CUSTOMERS)
const server = await startServer(database.url, { ROLE: 'server' })
const generator = startGenerator()
try {
  const key: Statement = {
    name: 'bench.key',
    text: 'select * from sku where code = $1',
    values: ['ME20-BL-464-0000001'],
  }
  const busy = load()
  const floor = await inTurn(pool, [(tx) => tx.rows(key)], 1)
  const rows: Record<string, string>[] = []
  const p99s = new Map<string, number>()
  for (const { name, account, path, words, body, read } of cases) {
    const principal = await principalOf(pool, account)
    const sessions = await sessionsOf(pool, account, 1)
    const calls = words.map((word) => ({ path, body: JSON.stringify(body(word)) }))
    await generator.run({ port: server.port, sessions, calls, seconds: null })
    const bare = await inTurn(
      pool,
      words.map(
        (word): Read =>
          (tx) =>
            read(tx, principal, word),
      ),
      SECONDS,
    )
    const outcome = await generator.run({ port: server.port, sessions, calls, seconds: SECONDS })
    if (outcome.failed > 0) throw new Error(`${name}: ${outcome.failure}`)
    p99s.set(name, percentile(outcome.times, 0.99))
    rows.push({
      [`${ROWS.toLocaleString('en')} SKU, ${CUSTOMERS.toLocaleString('en')} customers`]: name,
      calls: String(outcome.times.length),
      'a row by its key ms': median(floor).toFixed(2),
      'bare SQL p50': median(bare).toFixed(1),
      'its p99': percentile(bare, 0.99).toFixed(1),
      'HTTP p50 ms': median(outcome.times).toFixed(1),
      'HTTP p99 ms': percentile(outcome.times, 0.99).toFixed(1),
    })
  }
  printTable(rows)
  console.log(`load before ${busy}, after ${load()}`)
  printGoals(
    [...p99s]
      .slice(0, 3)
      .map(([name, value]) => ({ what: `${name}, p99`, value, goal: GOAL_MS, is: 'most', unit: 'ms' })),
  )
} finally {
  await generator.close()
  await server.close()
  await pool.end()
  await world.close()
  await database.close()
}
