// A registry of 5,000,000 devices at work: any number looked up by 16 clients in the driver and over HTTP, 500 pasted numbers found and judged,
// channel stock by day, and pages of the list while sets of 100,000 devices are moved, each beside what the database at least does for it.
import pg from 'pg'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { channelStockCount, channelStockRows } from '#areas/device/channel-stock/channel-stock.queries.ts'
import { findDevices, readDevices } from '#areas/device/device-list/find-devices.server.ts'
import { readDevices as listedDevices } from '#areas/device/device-list/device-list.queries.ts'
import { deviceByNumber } from '#areas/device/device-detail/device-detail.queries.ts'
import { type DeviceViewer, viewerValues } from '#areas/device/device-detail/viewer.server.ts'
import { closedDaysWork } from '#areas/device/stock/closed-days.work.ts'
import { sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { FIRST_COUNTRY, registry, registryRecipe } from './lib/devices.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { type Goal, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'
import { timed } from './lib/timing.ts'

const DEVICES = setting('BENCH_DEVICES', 5_000_000, 4_000)
const SECONDS = setting('BENCH_SECONDS', 10, 0.1)
const CLIENTS = setting('BENCH_CLIENTS', 16, 4)
const PASTED = 500
const MOVED = setting('BENCH_MOVED_AT_ONCE', 100_000, 500)
const LOOKUPS = { driver: 10_000, http: 1_400 } as const
const GOAL_MS = { pasted: 150, stock: 30 } as const
/** So many times its own p99 a page may take while devices are moved. */
const TIMES = 2

const database = await benchDatabase('device_work', registryRecipe(DEVICES), { keep: true })
const pool = createPool({ databaseUrl: database.url, max: CLIENTS + 4, name: 'bench' })
/** Without the limits of a call: a set of 100,000 devices is moved by work in the background. */
const long = new pg.Client({ connectionString: database.url })
await long.connect()
await long.query('set statement_timeout = 0')
const busy = load()

const EVERYTHING: DeviceViewer = { scope: 'all' }
const COUNTRY: DeviceViewer = { scope: [FIRST_COUNTRY] }
const unit = (n: number) => 1 + ((n * 7919) % DEVICES)
const numberOf = (n: number) => `SN${String(unit(n)).padStart(10, '0')}`
let turn = 0

const table: Record<string, string>[] = []
const goals: Goal[] = []
function report(what: string, unitOf: string, { value, floor }: { value: number; floor: number }, goal: number): void {
  const is = unitOf === 'ms' || unitOf === 'x' ? 'most' : 'least'
  const said = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)} ${unitOf === 'x' ? 'ms' : unitOf}`
  table.push({
    [`of ${DEVICES.toLocaleString('en')} devices`]: what,
    floor: said(floor),
    ours: `${value.toFixed(1)} ${unitOf}`,
  })
  goals.push({ what, value, goal, is, unit: unitOf, floor: `floor ${said(floor)}` })
}
const p99 = (times: readonly number[]) => percentile([...times], 0.99)

/** Runs a second of all clients, each of which does one after the other. */
async function rate(run: () => Promise<unknown>): Promise<number> {
  await timed(SECONDS / 10, run)
  const began = performance.now()
  const times = await Promise.all(Array.from({ length: CLIENTS }, () => timed(SECONDS, run)))
  return times.flat().length / ((performance.now() - began) / 1000)
}

/** 1. Any number, by every client at once. */
const byKey = () =>
  reading(pool, (tx) =>
    tx.rows({
      name: 'bench.number',
      text: 'select device_id from device_number where number = $1',
      values: [numberOf((turn += 1))],
    }),
  )
const floorRate = await rate(byKey)
const driverRate = await rate(() =>
  reading(pool, (tx) => tx.rows(deviceByNumber(numberOf((turn += 1)), ...viewerValues(EVERYTHING)))),
)
report(
  `look-ups in the driver, ${CLIENTS} clients`,
  'a second',
  { value: driverRate, floor: floorRate },
  LOOKUPS.driver,
)

const server = await startServer(database.url, { ROLE: 'server' })
const generator = startGenerator()
try {
  const sessions = await sessionsOf(pool, 'hq.finance', CLIENTS)
  const calls = Array.from({ length: 5_000 }, (_, n) => ({
    path: '/aps/device/detail',
    body: JSON.stringify({ number: numberOf(n) }),
  }))
  await generator.run({ port: server.port, sessions, calls, seconds: SECONDS / 5 })
  const { done, failed, failure, seconds } = await generator.run({
    port: server.port,
    sessions,
    calls,
    seconds: SECONDS,
  })
  if (failed > 0) throw new Error(`look-ups over HTTP: ${failure}`)
  report(
    `look-ups over HTTP, ${CLIENTS} clients`,
    'a second',
    { value: done / seconds, floor: floorRate },
    LOOKUPS.http,
  )
} finally {
  await generator.close()
  await server.close()
}

/** 2. Pasted numbers: each with its device or the reason why it is none. */
const pasted = () => Array.from({ length: PASTED }, (_, n) => (n % 50 === 7 ? `WRONG${n}` : numberOf((turn += 1))))
const bareNumbers = await timed(SECONDS, () =>
  reading(pool, (tx) =>
    tx.rows({
      name: 'bench.numbers',
      text: 'select * from device_number where number = any ($1::text[])',
      values: [pasted()],
    }),
  ),
)
for (const [reader, viewer] of Object.entries({ all: EVERYTHING, 'one country': COUNTRY })) {
  const judged = await timed(SECONDS, async () => {
    const numbers = pasted()
    const found = readDevices(await reading(pool, (tx) => tx.rows(findDevices(viewer, numbers))), numbers)
    if (found.length !== PASTED) throw new Error(`${found.length} of ${PASTED} numbers are judged`)
  })
  report(
    `${PASTED} pasted numbers found and judged, reader of ${reader}, p99`,
    'ms',
    { value: p99(judged), floor: p99(bareNumbers) },
    GOAL_MS.pasted,
  )
}

/** 3. Channel stock by day, of days that the work has added up and counted. */
const added = performance.now()
const services = workServices(pool, () => new Date('2026-11-17T12:00:00Z'))
while (await closedDaysWork.run(services, new AbortController().signal));
const addedIn = (performance.now() - added) / 1000
const lastDay = await timed(SECONDS, () =>
  reading(pool, (tx) =>
    tx.rows({
      text: `select * from device_stock_day where scope_id = $1 and day = (select stock_until - 1 from device_day where scope_id = $1) order by customer_code, sku_code limit 21`,
      values: [FIRST_COUNTRY],
    }),
  ),
)
const readers: Readonly<Record<string, DeviceViewer>> = {
  'one country': COUNTRY,
  all: EVERYTHING,
  'a distributor': { ...COUNTRY, limits: { customer_code: [registry.customer(1)] } },
}
for (const [reader, viewer] of Object.entries(readers)) {
  const floor = p99(lastDay)
  const rows = (sort: readonly string[]) => () =>
    reading(pool, (tx) => tx.rows(channelStockRows(viewer, 'en', {}, sort, { limit: 21, offset: 0 })))
  const stock = async (what: string, run: () => Promise<unknown>) =>
    report(
      `channel stock, ${what}, reader of ${reader}, p99`,
      'ms',
      { value: p99(await timed(SECONDS, run)), floor },
      GOAL_MS.stock,
    )
  await stock('first page', rows([]))
  await stock('longest supply first', rows(['-weeks']))
  await stock('count', () => reading(pool, (tx) => tx.rows(channelStockCount(viewer, {}))))
}

/** 4. First pages of the list, alone and while sets move to and fro in the background. */
const pages = Object.entries({
  none: {},
  state: { status: 'channelStock' },
  product: { skuCode: registry.sku(3) },
}).flatMap(([filter, filters]) =>
  Object.entries({ all: EVERYTHING, 'one country': COUNTRY }).map(([reader, viewer]) => ({
    what: `${filter}, reader of ${reader}`,
    filters,
    viewer,
  })),
)
async function paged() {
  const times = new Map<string, number[]>()
  for (const { what, filters, viewer } of pages) {
    const page = { from: null, way: 'older', limit: 21 } as const
    const read = () => reading(pool, (tx) => listedDevices(tx, viewer, 'en', filters, page))
    times.set(what, await timed(SECONDS / 2, read))
  }
  return times
}
await paged()
const alone = await paged()
let isOver = false
const movedIn: number[] = []
const moving = (async () => {
  for (let round = 0; !isOver; round += 1) {
    const began = performance.now()
    await long.query(
      `select cardinality(device_move(array_agg(h.device_id), array_agg(h.seq), array_agg(greatest(timestamptz '2026-11-17', h.from_at + interval '1 second')),
         array_agg(h.place_id), array_agg(null::int), 'transferred')) from device_holding h where h.device_id between $1 and $2`,
      [1 + ((round * MOVED) % Math.max(1, DEVICES - MOVED)), ((round * MOVED) % Math.max(1, DEVICES - MOVED)) + MOVED],
    )
    movedIn.push(performance.now() - began)
  }
})()
const beside = await paged()
isOver = true
await moving
for (const [what, times] of beside) {
  const own = p99(alone.get(what) ?? [])
  report(
    `first page, ${what}, while ${MOVED.toLocaleString('en')} devices move: p99 beside its own`,
    'x',
    { value: p99(times) / own, floor: own },
    TIMES,
  )
}

printTable(table)
console.log(
  `days added up in ${addedIn.toFixed(0)} s; ${MOVED.toLocaleString('en')} devices moved ${movedIn.length} times, each in ${(median(movedIn) / 1000).toFixed(1)} s; load before ${busy}, after ${load()}`,
)
printGoals(goals)
await long.end()
await pool.end()
await database.close()
