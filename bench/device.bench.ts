// A registry of 5,000,000 devices with five intervals each: what its list asks by every filter, for readers of one and of many organisations, its
// counts, the stock of a customer at an instant, what counts in a month, and moves of sets, each beside what the database at least does for it.
import type { Statement } from '#kernel/platform/db/statement.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { deviceCount, readDevices } from '#areas/device/device-list/device-list.queries.ts'
import type { DeviceFilters } from '#areas/device/device-list/device-source.server.ts'
import type { DeviceViewer } from '#areas/device/device-detail/viewer.server.ts'
import { stockSnapshot } from '#areas/device/stock/stock.server.ts'
import { benchDatabase } from './lib/database.ts'
import { fillingOf, FIRST_COUNTRY, registry, registryRecipe } from './lib/devices.ts'
import { type Goal, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const DEVICES = setting('BENCH_DEVICES', 5_000_000, 4_000)
const ROUNDS = setting('BENCH_ROUNDS', 50, 2)
const MOVED = [setting('BENCH_MOVED', 1_000, 20), setting('BENCH_MOVED_MOST', 5_000, 40)] as const
const GOAL_MS = { one: 20, all: 100, number: 10, page: 30, count: 1_000, volumes: 10, units: 5_000 } as const

const database = await benchDatabase('device', registryRecipe(DEVICES), { keep: true })
const pool = createPool({ databaseUrl: database.url, max: 20, name: 'bench' })
const filling = await pool.connect()
const filled = await fillingOf(filling)
const { rows: sizes } = await filling.query<{ name: string; rows: string; bytes: string }>(
  `select t.name, sum(c.reltuples)::bigint as rows, sum(pg_total_relation_size(c.oid)) as bytes
   from unnest(array['device', 'device_number', 'device_holding', 'device_custody', 'device_count', 'device_activation']) t (name)
   cross join lateral pg_partition_tree(t.name::regclass) p join pg_class c on c.oid = p.relid where p.isleaf group by 1 order by 3 desc`,
)
filling.release(true)
const busy = load()

type Run = (round: number) => Promise<unknown>

/** Warm-up rounds: the database caches a plan from the sixth on. */
async function timed(run: Run, rounds = ROUNDS): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds + 6; round += 1) {
    const start = performance.now()
    await run(round)
    if (round >= 6) times.push(performance.now() - start)
  }
  return times
}

const sent =
  (make: (round: number) => Statement): Run =>
  (round) =>
    reading(pool, (tx) => tx.rows(make(round)))
const at = new Date('2026-05-01T00:00:00Z')

const goals: Goal[] = []
const table: Record<string, string>[] = []
async function measured(what: string, goal: number, ours: Run, bare: Run, rounds = ROUNDS): Promise<void> {
  const [mine, floor] = [await timed(ours, rounds), await timed(bare, rounds)]
  const p99 = percentile(mine, 0.99)
  table.push({
    [`of ${DEVICES.toLocaleString('en')} devices`]: what,
    'bare SQL p50 ms': median(floor).toFixed(2),
    'its p99': percentile(floor, 0.99).toFixed(1),
    'p50 ms': median(mine).toFixed(1),
    'p99 ms': p99.toFixed(1),
  })
  goals.push({
    what: `${what}, p99`,
    value: p99,
    goal,
    is: 'most',
    unit: 'ms',
    floor: `bare SQL p99 ${percentile(floor, 0.99).toFixed(1)} ms`,
  })
}

const numberOf = (round: number) => `SN${String(1 + ((round * 7919) % DEVICES)).padStart(10, '0')}`
const days = (round: number) => {
  const day = new Date(Date.parse('2026-02-01') + (round % 90) * 86_400_000)
  const to = new Date(day.getTime() + 31 * 86_400_000)
  return { activatedFrom: day.toISOString().slice(0, 10), activatedTo: to.toISOString().slice(0, 10) }
}
const FILTERS: Readonly<Record<string, (round: number) => DeviceFilters>> = {
  none: () => ({}),
  number: (n) => ({ number: numberOf(n) }),
  customer: (n) => ({ customerCode: registry.customer(n) }),
  store: (n) => ({ storeCode: `T${n % registry.customers}` }),
  warehouse: (n) => ({ holderType: 'warehouse', holderCode: `W${n % 3}` }),
  state: () => ({ status: 'channelStock' }),
  'rare state': () => ({ status: 'inTransit' }),
  'state that nothing has': () => ({ status: 'locked' }),
  'kind of holder': () => ({ holderType: ['warehouse', 'transit'] }),
  product: (n) => ({ skuCode: registry.sku(n) }),
  'product and state': (n) => ({ skuCode: registry.sku(n), status: 'inStock' }),
  'activation in a month': days,
  carton: (n) => ({ cartonSn: `CT${n * 7}` }),
  pallet: (n) => ({ palletSn: `PL${n}` }),
}
const READERS: Readonly<Record<string, DeviceViewer>> = {
  'one country': { scope: [FIRST_COUNTRY] },
  'a small country': { scope: [FIRST_COUNTRY + 7] },
  '20 countries': { scope: registry.countries.slice(0, 20) },
  all: { scope: 'all' },
  'a distributor': { scope: [FIRST_COUNTRY], limits: { customer_code: [registry.customer(1)] } },
}
const bareFirst = sent(() => ({
  text: `select device_id from device_holding where scope_id = $1 order by device_id desc limit 21`,
  values: [FIRST_COUNTRY],
}))
for (const [reader, viewer] of Object.entries(READERS))
  for (const [filter, of] of Object.entries(FILTERS)) {
    const page: Run = (n) =>
      reading(pool, (tx) => readDevices(tx, viewer, 'en', of(n), { from: null, way: 'older', limit: 21 }))
    await measured(`first page, ${filter}, reader of ${reader}`, GOAL_MS.page, page, bareFirst, Math.ceil(ROUNDS / 2))
  }
for (const [filter, of] of Object.entries({
  none: FILTERS['none']!,
  state: FILTERS['state']!,
  product: FILTERS['product']!,
}))
  await measured(
    `count up to 1,000,000, ${filter}, reader of all`,
    GOAL_MS.count,
    sent((n) => deviceCount({ scope: 'all' }, of(n), 1_000_001)),
    sent(() => ({ text: 'select count(*) from (select from device_holding limit 1000001) t', values: [] })),
    Math.ceil(ROUNDS / 10),
  )

const skus = Array.from({ length: registry.skus }, (_, index) => registry.sku(index))
const stock = (skuCodes: readonly string[], n: number) =>
  stockSnapshot({ scope: 'all' }, { customerCodes: [registry.customer(n)], skuCodes, at, coverageDays: 60 })
const bareStock = (n: number): Statement => ({
  text: `select count(*) from device_holding h where h.customer_id = (select id from customer where code = $1) and h.sku_id = (select id from sku where code = $2)`,
  values: [registry.customer(n), registry.sku(n)],
})
await measured(
  'stock of a customer and SKU half a year ago',
  GOAL_MS.one,
  sent((n) => stock([registry.sku(n)], n)),
  sent(bareStock),
)
await measured(
  'stock of a customer, all SKUs',
  GOAL_MS.all,
  sent((n) => stock(skus, n)),
  sent(bareStock),
  Math.ceil(ROUNDS / 5),
)
await measured(
  'volumes of a month',
  GOAL_MS.volumes,
  sent((n) => ({
    text: `select v.* from customer u cross join sku k cross join lateral device_volumes(u.id, k.id, 'sellOut', null, '2026-04-01', '2026-05-01', 'INR') v
      where u.code = $1 and k.code = $2`,
    values: [registry.customer(n), registry.sku(n)],
  })),
  sent((n) => ({
    text: `select sum(units) from device_count where counted_for = (select id from customer where code = $1) and sku_id = (select id from sku where code = $2)
      and basis = 'sellOut' and at >= '2026-04-01' and at < '2026-05-01'`,
    values: [registry.customer(n), registry.sku(n)],
  })),
)

/** Units of customers move to a place, and their rows as little as the database can do for it. */
for (const units of MOVED) {
  const ids = (round: number) =>
    Array.from({ length: units }, (_, index) => 1 + (((round * units + index) * 3) % DEVICES))
  const ours: Run = (n) =>
    transaction(pool, (tx) =>
      tx.run({
        text: `select cardinality(device_move(array_agg(h.device_id), array_agg(h.seq), array_agg(greatest(timestamptz '2026-11-17', h.from_at + interval '1 second')), array_agg($2::int),
            array_agg(null::int), 'transferred')) from device_holding h where h.device_id = any ($1)`,
        values: [ids(n), 2],
      }),
    )
  const bare: Run = (n) =>
    transaction(pool, (tx) =>
      tx.run({ text: `update device_holding set mark = 'locked' where device_id = any ($1)`, values: [ids(n + 40)] }),
    )
  await measured(
    `move of ${units.toLocaleString('en')}`,
    (GOAL_MS.units * units) / 5_000,
    ours,
    bare,
    Math.ceil(ROUNDS / 5),
  )
}

printTable(table)
printTable(
  sizes.map(({ name, rows, bytes }) => ({
    table: name,
    rows,
    GB: (Number(bytes) / 1e9).toFixed(2),
    'bytes a row': (Number(bytes) / Math.max(1, Number(rows))).toFixed(0),
    'GB for 100,000,000 devices': ((Number(bytes) / DEVICES) * 0.1).toFixed(0),
  })),
)
console.log(`${ROUNDS} rounds; filled in ${filled}; load before ${busy}, after ${load()}`)
printGoals(goals)
await pool.end()
await database.close()
