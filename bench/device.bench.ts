// A registry of 2,000,000 devices with three intervals each: the stock of a customer and of 200 at an instant, what a list asks by a number,
// and its first page, each beside what the database at least does for it.
import type pg from 'pg'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { readDevices } from '#areas/device/device-list/device-list.queries.ts'
import { stockSnapshot } from '#areas/device/stock/stock.server.ts'
import { deviceWorld } from '#test/helpers/scheme/device-world.ts'
import { benchDatabase } from './lib/database.ts'
import { type Goal, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const DEVICES = setting('BENCH_DEVICES', 2_000_000, 2000)
const ROUNDS = setting('BENCH_ROUNDS', 50, 2)
const CUSTOMERS = 200
const SKUS = 300
const GOAL_MS = { one: 20, many: 1_000, number: 10, page: 30 } as const

/** Produced, sold in, and two thirds sold on; inserted without row checks, which the tests cover. */
async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const run = (text: string) => client.query(text)
  await run('set statement_timeout = 0; set session_replication_role = replica')
  await run(`insert into customer (code, name_zh, name_en, kind, type, organisation_id, country_code, state, scope_id)
    select 'C' || n, '客户' || n, 'Customer ' || n, 'distributor', 'regional', 201, 'IN', 'enabled', 201 from generate_series(0, ${CUSTOMERS - 1}) n`)
  await run(`insert into sku (code, name_zh, name_en, spu_code, sell_in, life_cycle)
    select 'S' || n, 'S' || n, 'S' || n, 'X1', 'yes', 'active' from generate_series(0, ${SKUS - 1}) n`)
  const imei = `'35000001' || lpad((n % 1000000)::text, 6, '0')`
  await run(`insert into device (id, imei1, sn, sku_code, spu_code, produced_on, destination_country, status)
    select n, case when n < 1000000 then ${imei} || imei_digit(${imei}) end, 'SN' || lpad(n::text, 10, '0'), 'S' || n % ${SKUS}, 'X1', '2026-01-01', 'IN',
      case when n % 3 = 0 then 'channelStock' else 'soldOut' end from generate_series(1, ${DEVICES}) n`)
  await run(`insert into device_number (number, device_id)
    select n.number, d.id from device d cross join lateral (values (d.imei1), (d.sn)) n (number) where n.number is not null`)
  const customer = `'C' || (d.id / ${SKUS}) % ${CUSTOMERS}`
  const got = `timestamptz '2026-02-01' + (d.id % 90) * interval '1 day'`
  await run(`insert into device_custody (device_id, seq, from_at, until, event, holder_type, holder_code, scope_id, customer_code, sku_code, received_at)
    select d.id, 1, timestamptz '2026-01-01', ${got}, 'produced', 'factory', 'F1', 1, null, d.sku_code, null from device d
    union all select d.id, 2, ${got}, case when d.id % 3 > 0 then ${got} + interval '60 days' end, 'sellIn', 'customer', ${customer}, 201, ${customer},
      d.sku_code, ${got} from device d
    union all select d.id, 3, ${got} + interval '60 days', null, 'sellOut', 'consumer', '-', 201, ${customer}, d.sku_code, null from device d
      where d.id % 3 > 0`)
  await run('set session_replication_role = origin')
  for (const table of ['device', 'device_number', 'device_custody', 'customer', 'sku'])
    await run(`vacuum analyze ${table}`)
  client.release(true)
}

type Run = (round: number) => Promise<unknown>

/** Warm-up rounds: the database caches a plan from the sixth on. */
async function timed(run: Run): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + 6; round += 1) {
    const began = performance.now()
    await run(round)
    if (round >= 6) times.push(performance.now() - began)
  }
  return times
}

const database = await benchDatabase('device')
const world = await deviceWorld(database.url)
const { pool } = world.world
const began = performance.now()
await fill(pool)
const filled = (performance.now() - began) / 1000
const busy = load()

const viewer = { scope: [201] }
const at = new Date('2026-05-01T00:00:00Z')
const all = Array.from({ length: CUSTOMERS }, (_, index) => `C${index}`)
const stock = (customerCodes: readonly string[], round: number) =>
  stockSnapshot(viewer, { customerCodes, skuCodes: [`S${round % SKUS}`], at, coverageDays: 60 })
const bareStock = (customers: readonly string[], round: number): Statement => ({
  text: `select customer_code, count(*) from device_custody where holder_type in ('customer', 'dealer', 'store') and customer_code = any ($1)
    and sku_code = $2 and from_at <= $3 and (until is null or until > $3) group by 1`,
  values: [customers, `S${round % SKUS}`, at],
})
const numberOf = (round: number) => `SN${String(1 + ((round * 7919) % DEVICES)).padStart(10, '0')}`
const page = (asked: object) =>
  reading(pool, (tx) => readDevices(tx, viewer, 'en', asked, { from: null, way: 'older', limit: 21 }))
const sent =
  (make: (round: number) => Statement): Run =>
  (round) =>
    reading(pool, (tx) => tx.rows(make(round)))

const cases: readonly (readonly [string, number, Run, Run])[] = [
  [
    'stock, one customer and SKU',
    GOAL_MS.one,
    sent((n) => stock([`C${n % CUSTOMERS}`], n)),
    sent((n) => bareStock([`C${n % CUSTOMERS}`], n)),
  ],
  ['stock, 200 customers, one SKU', GOAL_MS.many, sent((n) => stock(all, n)), sent((n) => bareStock(all, n))],
  [
    'list by a number',
    GOAL_MS.number,
    (n) => page({ number: numberOf(n) }),
    sent((n) => ({ text: 'select device_id from device_number where number = $1', values: [numberOf(n)] })),
  ],
  [
    'first page of a country',
    GOAL_MS.page,
    () => page({}),
    sent(() => ({
      text: 'select device_id from device_custody where until is null and scope_id = 201 order by device_id desc limit 21',
      values: [],
    })),
  ],
]

const goals: Goal[] = []
const table: Record<string, string>[] = []
for (const [name, goal, ours, bare] of cases) {
  const [mine, floor] = [await timed(ours), await timed(bare)]
  const p99 = percentile(mine, 0.99)
  table.push({
    [`of ${DEVICES.toLocaleString('en')} devices`]: name,
    'bare SQL p50 ms': median(floor).toFixed(2),
    'its p99': percentile(floor, 0.99).toFixed(1),
    'p50 ms': median(mine).toFixed(1),
    'p99 ms': p99.toFixed(1),
  })
  goals.push({
    what: `${name}, p99`,
    value: p99,
    goal,
    is: 'most',
    unit: 'ms',
    floor: `bare SQL p99 ${percentile(floor, 0.99).toFixed(1)} ms`,
  })
}
printTable(table)
console.log(`${ROUNDS} rounds; filled in ${filled.toFixed(0)} s; load before ${busy}, after ${load()}`)
printGoals(goals)
await world.close()
await database.close()
