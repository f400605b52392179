// The box that finds everything, typed letter by letter, among 1,000,000 documents, products, budgets and devices: each kind's statement and
// the whole call over HTTP, for an account of India and for one that sees everything, beside a row by its key.
import pg from 'pg'
import { may, narrowed, type Principal, type RequestContext } from '#kernel/platform/access/principal.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading, type Tx } from '#kernel/platform/db/tx.ts'
import { foundDocuments } from '#kernel/services/find/find-documents.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { demoRecipe } from '#test/helpers/servers/demo-recipe.ts'
import { principalOf, sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { holdAt, PLACES_OF_CUSTOMERS } from './lib/devices.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { fillCustomers, fillProducts } from './lib/products.ts'
import { type Goal, load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const ROWS = setting('BENCH_ROWS', 1_000_000, 2000)
const CUSTOMERS = setting('BENCH_CUSTOMERS', 200_000, 500)
/** People and stores. */
const STAFF = setting('BENCH_STAFF', 100_000, 200)
const SECONDS = setting('BENCH_SECONDS', 5, 0.05)
const ROUNDS = setting('BENCH_ROUNDS', 10, 1)
const GOAL_MS = 50
/** The database caches a plan from the sixth call on. */
const WARMING = setting('BENCH_WARMING', 6, 1)

const typed = (...words: readonly string[]): string[] =>
  words.flatMap((word) =>
    Array.from(word, (_, index) => word.slice(0, index + 1).trim()).filter((part) => part.length > 1),
  )
/** Numbers, codes and names in both languages; words of most rows, of few, and of none. */
const WORDS = [
  ...typed('CB202605', 'SC20260300123', '20260812345', 'diwali sell-out 77', '排灯节', 'mumbai mobile', '孟买手机'),
  ...typed(
    'IN0199',
    'ME20-BL',
    'merida 20 blue',
    'zephyra',
    'BL000012',
    '35000001000',
    'SN00000123',
    'zzzz',
    'promoter india',
    '促销员',
  ),
].slice(0, setting('BENCH_WORDS', 1_000, 20))

/** Rows of every kind, in the organisations and by the people of the demonstration. */
async function fill(databaseUrl: string, documents: readonly AnyDocument[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [...values])
  try {
    await run(`set session_replication_role = replica`)
    await run(`set synchronous_commit = off`)
    const scopes = `(select array_agg(id order by id) from organisation)`
    const people = `(select array_agg(id order by id) from app_user)`
    const name = `(array['Diwali sell-out', 'Launch display', 'Monsoon target', 'Clearance rebate'])[1 + g % 4] || ' ' || g % 997
      || (array[' 排灯节', ' 新品陈列', ' 季风目标', ' 清仓返利'])[1 + g % 4]`
    await run(
      `insert into document (document_id, document_type, no, scope_id, drafter_id, state, round, name, updated_at)
       select 5000000000 + g, t.types[k], t.letters[k] || '2026' || lpad((1 + g % 12)::text, 2, '0') || lpad((10000 + g / 12)::text, 5, '0'),
         s.ids[1 + g % array_length(s.ids, 1)], p.ids[1 + g % array_length(p.ids, 1)], case when g % 9 = 0 then t.initials[k] else 'approved' end,
         case when g % 9 = 0 then 0 else 1 end, case when t.types[k] = 'schemeApplication' then ${name} end, product_now()
       from (select $1::text[] as types, $2::text[] as letters, $3::text[] as initials) t, (select ${scopes} as ids) s, (select ${people} as ids) p,
         generate_series(1, ${ROWS}) g, lateral (select 1 + g % array_length(t.types, 1) as k) k`,
      [
        documents.map((each) => each.name),
        documents.map(({ number }) => number.prefix),
        documents.map(({ initial }) => initial),
      ],
    )
    await run(
      `insert into scheme (id, no, version, state, scope_id, area_id, idc_code, owner_id, name, scheme_type, product_class, currency, start_date,
         end_date, claim_deadline, settlement_period, rebate_type, withhold_rate, direct_execution, approved_at, ends_on, updated_at)
       select d.document_id, d.no, 1, 'effective', d.scope_id, 2, 'IN', d.drafter_id, d.name, s.scheme_type, s.product_class, s.currency, s.start_date,
         s.end_date, s.claim_deadline, s.settlement_period, s.rebate_type, s.withhold_rate, false, product_now(), s.ends_on, product_now()
       from document d, (select * from scheme order by id limit 1) s where d.document_id > 5000000000 and d.name is not null`,
    )
    await run(
      `insert into budget_line (scope_id, area_id, year, month, country_code, project_code, project_pool_code, budget_dept_code, fsc_id, sub_busi_code,
         product_class, product_line_code, currency)
       select s.ids[1 + g % array_length(s.ids, 1)], 2, 2026, 1 + g % 12, 'IN', 'P' || g, 'PP01', 'BD01', 'F', 'S', 'phone', 'PH10', 'INR'
       from (select ${scopes} as ids) s, generate_series(1, ${ROWS}) g`,
    )
    const imei = `'35000001' || lpad((g % 1000000)::text, 6, '0')`
    await run(
      `insert into device (id, imei1, sn, sku_code, spu_code, produced_on, destination_country)
       select 100000 + g, case when g < 1000000 then ${imei} || imei_digit(${imei}) end, 'SN' || lpad(g::text, 10, '0'), k.code, k.spu_code,
         '2026-01-01', 'IN' from generate_series(1, ${ROWS}) g, (select * from sku order by code limit 1) k`,
    )
    await run(
      `insert into device_number (number, device_id) select n.number, d.id from device d cross join lateral (values (d.imei1), (d.sn)) n (number)
       where n.number is not null and d.id > 100000`,
    )
    await run(PLACES_OF_CUSTOMERS)
    await run(
      `${holdAt(`(select min(code) from customer where country_code = 'IN')`, `timestamptz '2026-01-01'`)} where d.id > 100000`,
    )
    const places = `(array['Mumbai', 'Delhi', 'Pune', 'Chennai', 'Kolkata'])[1 + g % 5] || ' ' || g`
    await run(
      `insert into store (code, name_zh, name_en, type, country_code, city, address, scope_id)
       select 'ST-B-' || lpad(g::text, 7, '0'), '门店 ' || g, ${places} || ' store', 'counter', 'IN', 'Pune', 'x', s.ids[1 + g % array_length(s.ids, 1)]
       from (select ${scopes} as ids) s, generate_series(1, ${STAFF}) g`,
    )
    await run(
      `insert into person (code, name_zh, name_en, job_type, job_title_code, organisation_id, employed_on, scope_id)
       select 'EB' || lpad(g::text, 7, '0'), '员工 ' || g, 'Promoter ' || ${places}, 'fullTime', 'PROMOTER', s.ids[1 + g % array_length(s.ids, 1)],
         '2026-01-01', s.ids[1 + g % array_length(s.ids, 1)] from (select ${scopes} as ids) s, generate_series(1, ${STAFF}) g`,
    )
    await run('set session_replication_role = origin')
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}

const database = await benchDatabase('find', demoRecipe())
const pool = createPool({ databaseUrl: database.url, max: 1, name: 'bench' })
const serverAreas = await loadAreaServers(areas)
const documents = serverAreas.flatMap((area) => area.documents.map(({ definition }) => definition))
const sources = serverAreas.flatMap((area) => area.find ?? [])
await fillProducts(database.url, ROWS)
await fillCustomers(database.url, CUSTOMERS)
await fill(database.url, documents)
const server = await startServer(database.url, { ROLE: 'server' })
const generator = startGenerator()
try {
  const contextOf = async (account: string): Promise<RequestContext> => ({
    principal: await principalOf(pool, account),
    language: 'en',
    now: productNow(),
    requestId: 'bench',
    idempotencyKey: null,
    log: () => undefined,
  })
  const inTurn = async (read: (tx: Tx, word: string) => Promise<unknown>): Promise<number[]> => {
    const times: number[] = []
    for (let round = 0; round < WARMING + ROUNDS; round += 1)
      for (const word of WORDS) {
        const began = performance.now()
        await reading(pool, (tx) => read(tx, word))
        if (round >= WARMING) times.push(performance.now() - began)
      }
    return times
  }
  const busy = load()
  const floor = median(
    await inTurn((tx) =>
      tx.rows({ name: 'bench.key', text: 'select * from document where no = $1', values: ['CB20260210001'] }),
    ),
  )
  const rows: Record<string, string>[] = []
  const goals: Goal[] = []
  const report = (what: string, times: readonly number[]) => {
    const p99 = percentile([...times], 0.99)
    rows.push({ what, calls: String(times.length), 'p50 ms': median([...times]).toFixed(1), 'p99 ms': p99.toFixed(1) })
    goals.push({
      what: `${what}, p99`,
      value: p99,
      goal: GOAL_MS,
      is: 'most',
      unit: 'ms',
      floor: `a row by its key ${floor.toFixed(2)} ms`,
    })
  }
  for (const account of ['in.channel', 'admin']) {
    const context = await contextOf(account)
    const principal: Principal = context.principal
    report(
      `${account}: documents`,
      await inTurn((tx, word) => foundDocuments(tx, context, documents, { word, most: 12 })),
    )
    for (const source of sources.filter(({ right }) => may(principal, right))) {
      const own = { ...context, principal: narrowed(principal, source.right) }
      report(`${account}: ${source.kind}`, await inTurn((tx, word) => source.find(tx, own, { word, most: 6 })))
    }
    const sessions = await sessionsOf(pool, account, 1)
    const calls = WORDS.map((keyword) => ({ path: '/aps/find', body: JSON.stringify({ keyword }) }))
    await generator.run({ port: server.port, sessions, calls, seconds: null })
    const outcome = await generator.run({ port: server.port, sessions, calls, seconds: SECONDS })
    if (outcome.failed > 0) throw new Error(`${account}: ${outcome.failure}`)
    report(`${account}: all kinds over HTTP`, outcome.times)
  }
  printTable(rows)
  console.log(`load before ${busy}, after ${load()}`)
  printGoals(goals)
} finally {
  await generator.close()
  await server.close()
  await pool.end()
  await database.close()
}
