// Prices: 5,000,000 rows. What one product and 500 products cost now, the price list of today and of past days over HTTP, its count, its
// export beside COPY, and a review of 10,000 lines from its file to the last approval, which cuts 10,000 prices.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { keptArray } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { priceAt } from '#areas/price/resolution/price-at.server.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { demoRecipe } from '#test/helpers/servers/demo-recipe.ts'
import { sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { bareApproval, reviewOnce, REVIEWED } from './lib/price-review-run.ts'
import {
  AREA,
  CLASSIFICATIONS,
  classificationOf,
  CURRENCY,
  CUSTOMER,
  fillPrices,
  PRICE_ROWS,
  productOf,
  TERM,
} from './lib/prices.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { type Goal, IS_SMALL, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'
import { timed } from './lib/timing.ts'

const SECONDS = setting('BENCH_SECONDS', 5, 0.05)
const ROUNDS = setting('BENCH_ROUNDS', 3, 1)
const READER = 'in.finance'
const LIST = '/aps/gs/price'
const LINES = 500
/** The database caches a plan from the sixth call on. */
const WARMING = IS_SMALL ? 1 : 6

const filesDir = mkdtempSync(join(tmpdir(), 'bench-prices-'))
const database = await benchDatabase('prices', demoRecipe())
const pool = createPool({ databaseUrl: database.url, max: 2, name: 'bench' })
const began = performance.now()
await fillPrices(database.url)
const filled = (performance.now() - began) / 1000
const busy = load()
const goals: Goal[] = []
const table: Record<string, string>[] = []

function note(what: string, times: readonly number[], floor: readonly number[], goal?: number): void {
  const p99 = percentile(times, 0.99)
  table.push({
    [`of ${PRICE_ROWS.toLocaleString('en')} prices`]: what,
    'bare SQL p50 ms': median(floor).toFixed(2),
    'its p99': percentile(floor, 0.99).toFixed(2),
    'p50 ms': median(times).toFixed(2),
    'p99 ms': p99.toFixed(2),
  })
  if (goal === undefined) return
  const beside = `bare SQL p99 ${percentile(floor, 0.99).toFixed(2)} ms`
  goals.push({ what: `${what}, p99`, value: p99, goal, is: 'most', unit: 'ms', floor: beside })
}

async function warm(run: () => Promise<unknown>): Promise<number[]> {
  for (let round = 0; round < WARMING; round += 1) await run()
  return timed(SECONDS, run)
}

let turn = 0
const ask = (lines: number) => ({
  areaId: AREA,
  customerCode: CUSTOMER,
  classificationCode: null,
  tradeTermCode: TERM,
  currency: CURRENCY,
  at: productNow(),
  lines: Array.from({ length: lines }, (_, n) => ({ skuCode: productOf((turn += 1) * 7919 + n), quantity: 1 })),
})
const pricesOf = (lines: number) => warm(() => reading(pool, (tx) => priceAt(tx, ask(lines))))
/** Three probes of an index, each for a row by its key, in one statement. */
const probes = (lines: number) =>
  warm(() =>
    reading(pool, (tx) =>
      tx.rows({
        name: 'bench.probes',
        text: `select s.n, a.price, b.price as other, c.unit_cost from unnest(${keptArray(1, 'int')}) s (n)
          left join lateral (select price from price_row r where r.key_id = s.n and r.known_until is null and r.valid_from <= $2 and (r.valid_to is null or r.valid_to > $2)) a on true
          left join lateral (select price from price_row r where r.key_id = s.n + 1 and r.known_until is null and r.valid_from <= $2 and (r.valid_to is null or r.valid_to > $2)) b on true
          left join lateral (select unit_cost from price_cost t where t.key_id = s.n % 100 and t.known_until is null and t.valid_from <= $2) c on true`,
        values: [Array.from({ length: lines }, () => 1 + (((turn += 1) * 7919) % (PRICE_ROWS / 10))), productNow()],
      }),
    ),
  )

const [one, oneFloor] = [await pricesOf(1), await probes(1)]
note('priceAt, one product', one, oneFloor, 1.5)
goals.push({
  what: 'priceAt, one product, against three index probes',
  value: percentile(one, 0.99) / percentile(oneFloor, 0.99),
  goal: 3,
  is: 'most',
  unit: 'x',
})
const manyFloor = await probes(LINES)
note(`priceAt, ${LINES} products`, await pricesOf(LINES), manyFloor, 25)

const server = await startServer(database.url, { ROLE: 'all', FILES_DIR: filesDir })
const generator = startGenerator()
const company = companyAt(`http://127.0.0.1:${server.port}`)
try {
  const sessions = await sessionsOf(pool, READER, 1)
  const overHttp = async (path: string, bodies: readonly object[]): Promise<number[]> => {
    const calls = bodies.map((body) => ({ path, body: JSON.stringify(body) }))
    const job = { port: server.port, sessions, calls }
    await generator.run({ ...job, seconds: SECONDS / 2 })
    const { times, failed, failure } = await generator.run({ ...job, seconds: SECONDS })
    if (failed > 0) throw new Error(`${path}: ${failure}`)
    return times
  }
  const { at: _, areaId, ...asked } = ask(LINES)
  note(
    `price/check over HTTP, ${LINES} products`,
    await overHttp('/gs/IN/oversea/aps/price/check', [
      {
        ...asked,
        curTopAreaId: areaId,
        distributorCode: CUSTOMER,
        customerCode: undefined,
        classificationCode: undefined,
      },
    ]),
    manyFloor,
    40,
  )

  const daysAgo = (days: number) => new Date(productNow().getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const page = { page: 1, limit: 20 }
  const byKey = await warm(() =>
    reading(pool, (tx) =>
      tx.rows({
        name: 'bench.page',
        text: `select r.*, k.* from price_row r join price_key k on k.id = r.key_id where r.key_id = any ($1) and r.known_until is null and r.valid_to is null`,
        values: [Array.from({ length: 20 }, () => 1 + (((turn += 1) * 7919) % (PRICE_ROWS / 10)))],
      }),
    ),
  )
  const today: readonly (readonly [string, object])[] = [
    ['first page', {}],
    ['page of a product', { skuCode: productOf(77) }],
    ['page of a classification', { classificationCode: classificationOf(3) }],
    ['in force of a classification', { classificationCode: classificationOf(3), state: 'effective' }],
    ['to come', { state: 'pending' }],
  ]
  for (const [what, filters] of today)
    note(what, await overHttp(`${LIST}/queryByPage`, [{ ...page, ...filters }]), byKey, 20)
  const past: readonly (readonly [string, number, object])[] = [
    ['as of 40 days ago', 40, {}],
    ['as of a year ago', 365, {}],
    ['as of two years ago, a product', 730, { skuCode: productOf(78) }],
  ]
  for (const [what, days, filters] of past)
    note(what, await overHttp(`${LIST}/queryByPage`, [{ ...page, ...filters, asOf: daysAgo(days) }]), byKey, 60)
  const counted = await warm(() =>
    reading(pool, (tx) =>
      tx.rows({
        name: 'bench.count',
        text: `select count(*) from (select from price_row where known_until is null and scope_id = (select scope_id from price_classification where code = $1) limit 1000001) q`,
        values: [classificationOf(0)],
      }),
    ),
  )
  note('count up to 1,000,000', await overHttp(`${LIST}/count`, [{}]), counted, 150)
  printTable(table)

  const [exports, copies]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    copies.push(await copied(daysAgo(100 + round)))
    exports.push(await exported(daysAgo(100 + round)))
  }
  console.log(`COPY ${JSON.stringify(copies)} s, export ${JSON.stringify(exports)} s`)
  goals.push({
    what: 'export as of a day against COPY',
    value: median(exports) / median(copies),
    goal: 3,
    is: 'most',
    unit: 'x',
    floor: `COPY ${median(copies).toFixed(2)} s`,
  })

  const reviews = []
  for (let round = 0; round < Math.min(ROUNDS, CLASSIFICATIONS - 1); round += 1)
    reviews.push(await reviewOnce(company, pool, round))
  const bare = await bareApproval(pool)
  for (const [what, key, goal] of [
    ['its file read and checked', 'parse', 4],
    ['its submit', 'submit', 3],
    ['its last approval', 'approve', 5],
    ['another submit of the area meanwhile', 'beside', 1],
  ] as const)
    goals.push({
      what: `review of ${REVIEWED.toLocaleString('en')} lines, ${what}`,
      value: median(reviews.map((review) => review[key])),
      goal,
      is: 'most',
      unit: 's',
      ...(key === 'approve' ? { floor: `rows and changes by bare SQL ${bare.toFixed(2)} s` } : {}),
    })
  console.log(`review: ${JSON.stringify(reviews)}; rows and changes by bare SQL ${bare.toFixed(2)} s`)
  console.log(`filled in ${filled.toFixed(0)} s; load before ${busy}, after ${load()}`)
  printGoals(goals)
} finally {
  await generator.close()
  await server.close()
  await pool.end()
  await database.close()
  rmSync(filesDir, { recursive: true, force: true })
}

/** Seconds from the call to the file of all prices of a past day. */
async function exported(asOf: string): Promise<number> {
  const since = performance.now()
  const asked = {
    asOf,
    format: 'csv',
    columns: ['skuCode', 'skuName', 'state', 'classificationCode', 'tradeTermCode', 'price', 'effectiveFrom'],
  }
  const { taskId } = await company.call<{ taskId: string }>(READER, `${LIST}/export`, asked)
  for (;;) {
    const { rows } = await pool.query<{ status: number }>('select status from download_task where id = $1', [taskId])
    if (rows[0]?.status === 3) throw new Error('the export failed')
    if (rows[0]?.status === 2) return (performance.now() - since) / 1000
    await sleep(20)
  }
}

/** The same rows and columns by a bare COPY, which the database throws away. */
async function copied(asOf: string): Promise<number> {
  const since = performance.now()
  await pool.query(`copy (
    select k.sku_code, s.name_en, k.classification_code, k.trade_term_code, r.price, r.valid_from
    from price_row r join price_key k on k.id = r.key_id join sku s on s.code = k.sku_code
    where r.known_from < '${asOf}' and (r.known_until is null or r.known_until > '${asOf}')
      and r.valid_from <= '${asOf}' and (r.valid_to is null or r.valid_to > '${asOf}')) to '/dev/null'`)
  return (performance.now() - since) / 1000
}
