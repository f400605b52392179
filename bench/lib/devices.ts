import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Recipe } from '#kernel/platform/db/embedded/template.ts'
import { migrate } from '#kernel/platform/db/schema/migrate.ts'
import { deviceWorld } from '#test/helpers/scheme/device-world.ts'

// Registries of devices, inserted without the checks of each row, which the tests cover.

type Run = (text: string) => Promise<unknown>

/** Without the checks of each row, and without waiting for the disk. */
const QUICKLY = `set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`
const PART = 1_000_000

/** As many ids as a range has tables for (decision 140). */
const RANGE = 8_388_608
const SKUS = 300
const CUSTOMERS = 1_000
const COUNTRIES = 40
/** Organisations 2000 to 2039; a third of all devices is of the first. */
export const FIRST_COUNTRY = 2_000

export const registry = {
  skus: SKUS,
  customers: CUSTOMERS,
  countries: Array.from({ length: COUNTRIES }, (_, index) => FIRST_COUNTRY + index),
  /** Of the first country, those with the smallest numbers. */
  customer: (n: number) => `C${n % CUSTOMERS}`,
  sku: (n: number) => `S${n % SKUS}`,
} as const

/** The one interval of units that a customer has had since a day. */
export const holdAt = (customer: string, from: string): string =>
  `insert into device_holding (device_id, sku_id, customer_id, from_at, received_at, place_id, scope_id, holder_type, form, event)
   select d.id, k.id, c.id, ${from}, ${from}, p.id, p.scope_id, p.holder_type, p.form, 'sellIn'
   from device d join sku k on k.code = d.sku_code join customer c on c.code = ${customer}
   join device_place p on p.holder_code = c.code and p.holder_type = 'customer' and p.form = 'regular'`

/** A place for each customer. */
export const PLACES_OF_CUSTOMERS = `insert into device_place (holder_type, holder_code, form, scope_id, customer_code)
  select 'customer', code, 'regular', scope_id, code from customer c
  where not exists (select from device_place p where p.holder_code = c.code and p.holder_type = 'customer' and p.form = 'regular')`

/** Units of a small registry again under other ids, until there are so many. */
export async function copyDevices(run: Run, rows: number): Promise<void> {
  await run(`create temporary table copied as select max(id) as step, (${rows} / count(*))::int as turns from device`)
  const turns = `(select turns from copied)`
  await run(
    `select device_range(r * ${RANGE}) from generate_series(0, (select step * (turns + 1) / ${RANGE} from copied)) r`,
  )
  const id = (column: string) => `${column} + k * (select step from copied)`
  const again = (table: string, columns: string) =>
    run(
      `insert into ${table} (device_id, ${columns}) select ${id('device_id')}, ${columns} from ${table} cross join generate_series(1, ${turns}) k`,
    )
  await run(`insert into device (id, sn, sku_code, spu_code, material_code, colour, carton_sn, pallet_sn, produced_on, destination_country)
    select ${id('id')}, 'SN' || lpad((${id('id')})::text, 12, '0'), sku_code, spu_code, material_code, colour, carton_sn || k, pallet_sn || k, produced_on,
      destination_country from device cross join generate_series(1, ${turns}) k`)
  await run(
    `insert into device_number (number, device_id) select sn, id from device where id > (select step from copied)`,
  )
  await again(
    'device_custody',
    'sku_id, customer_id, left_customer, from_at, until, received_at, place_id, source_id, seq, event',
  )
  await again('device_count', 'counted_for, sku_id, at, place_id, source_id, units, basis')
  await again('device_activation', 'day, country, learned_at')
  await again(
    'device_holding',
    'sku_id, customer_id, from_at, received_at, activated_at, activated_on, place_id, source_id, scope_id, seq, holder_type, form, event, mark',
  )
}

/** Works off what there is to do on two connections, of which each takes the next. */
async function inTwo<T>(
  pool: pg.Pool,
  work: readonly T[],
  each: (run: Run, one: T) => Promise<unknown>,
): Promise<void> {
  const left = [...work]
  await Promise.all(
    [0, 1].map(async () => {
      const client = await pool.connect()
      await client.query(QUICKLY)
      for (let one = left.shift(); one !== undefined; one = left.shift()) await each((text) => client.query(text), one)
      client.release(true)
    }),
  )
}

/** Indexes are built once the rows are there. */
async function withoutIndexes(pool: pg.Pool, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
     where i.indrelid = any ($1::regclass[]) and not i.indisprimary`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await fill()
  await inTwo(pool, rows, (run, { text }) => run(text.replace(' ON ONLY ', ' ON ')))
}

/**
 * Five intervals of every unit: made, received in a warehouse, shipped, with a customer, and then in its stores, sold or switched on. A third is
 * still with the customer; the newest hundredth is on its way, the one before it in a warehouse.
 */
async function fillRegistry(pool: pg.Pool, devices: number): Promise<void> {
  const client = await pool.connect()
  const run: Run = (text) => client.query(text)
  await run(QUICKLY)
  await run(`insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
    select ${FIRST_COUNTRY} + n, 'B' || n, 200, 'B' || n, 'B' || n, 'country', 'UTC+05:30', 'en', 'INR' from generate_series(0, ${COUNTRIES - 1}) n`)
  // The squares favour small numbers: the first country has a third of all customers.
  await run(`insert into customer (code, name_zh, name_en, kind, type, organisation_id, country_code, state, scope_id)
    select 'C' || n, '客户' || n, 'Customer ' || n, 'distributor', 'regional', o.id, 'IN', 'enabled', o.id
    from generate_series(0, ${CUSTOMERS - 1}) n cross join lateral (select ${FIRST_COUNTRY} + greatest(0, (n - ${CUSTOMERS} / 3) * ${COUNTRIES - 1} * 3 / (2 * ${CUSTOMERS})) as id) o`)
  await run(`insert into store (code, name_zh, name_en, type, customer_code, country_code, city, address, scope_id)
    select 'T' || n, 'T' || n, 'T' || n, 'counter', c.code, 'IN', 'Pune', 'x', c.scope_id
    from generate_series(0, ${CUSTOMERS * 5 - 1}) n join customer c on c.code = 'C' || n % ${CUSTOMERS}`)
  await run(`insert into sku (code, name_zh, name_en, spu_code, sell_in, life_cycle)
    select 'S' || n, 'S' || n, 'S' || n, 'X1', 'yes', 'active' from generate_series(0, ${SKUS - 1}) n`)
  await run(
    `insert into device_place (holder_type, holder_code, form, scope_id) values ('factory', 'F1', 'regular', 1)`,
  )
  await run(`insert into device_place (holder_type, holder_code, form, scope_id)
    select 'warehouse', 'W' || n, 'regular', ${FIRST_COUNTRY} + n from generate_series(0, ${COUNTRIES - 1}) n`)
  await run(PLACES_OF_CUSTOMERS)
  await run(`insert into device_place (holder_type, holder_code, form, scope_id, customer_code)
    select 'transit', 'DHL', 'regular', scope_id, code from customer where code ~ '^C\\d+$'`)
  await run(`insert into device_place (holder_type, holder_code, form, scope_id, customer_code, store_code)
    select k.type, case k.type when 'store' then s.code else '-' end, 'regular', s.scope_id, s.customer_code, s.code from store s cross join (values ('store'), ('consumer')) k (type)
    where s.code ~ '^T\\d+$'`)
  await run(`insert into device_source (document_no, order_no, order_line, price, currency)
    select 'INV' || n, 'SO' || n, 1, 100, 'INR' from generate_series(1, 1000) n`)
  await run(`select device_range(r * ${RANGE}) from generate_series(0, ${Math.floor(devices / RANGE)}) r`)
  await run('analyze device_place; analyze customer; analyze store; analyze sku')
  await run(`create unlogged table bench_ways as
    select c.n as way, c.id as customer_id, c.scope_id, p.id as at_customer, t.id as on_way, w.id as in_warehouse,
      (select array_agg(s.id order by s.id) from device_place s where s.holder_type = 'store' and s.customer_code = c.code) as stores,
      (select array_agg(s.id order by s.id) from device_place s where s.holder_type = 'consumer' and s.customer_code = c.code) as consumers
    from (select *, substr(code, 2)::int as n from customer where code ~ '^C\\d+$') c
    join device_place p on p.holder_code = c.code and p.holder_type = 'customer'
    join device_place t on t.customer_code = c.code and t.holder_type = 'transit' join device_place w on w.scope_id = c.scope_id and w.holder_type = 'warehouse'`)
  const tables = ['device', 'device_holding', 'device_custody', 'device_count']
  client.release(true)
  const parts = Array.from({ length: Math.ceil(devices / PART) }, (_, index) => 1 + index * PART)
  await withoutIndexes(pool, tables, () =>
    inTwo(pool, parts, (on, first) => fillPart(on, first, Math.min(devices, first + PART - 1), devices)),
  )
  await pool.query('drop table bench_ways')
}

/** Ids of devices grow with the day on which they were made: two years of them. */
async function fillPart(run: Run, first: number, last: number, devices: number): Promise<void> {
  const imei = `(35000000 + n / 1000000)::text || lpad((n % 1000000)::text, 6, '0')`
  await run(`create temporary table unit as
    select n, w.*, k.id as sku_id, made, case when n > ${devices} * 0.99 then 3 when n > ${devices} * 0.98 then 2 when n % 3 = 0 then 4 when n % 3 = 1 then 5 else 6 end as turns,
      1 + n / 7 % 5 as shop
    from generate_series(${first}, ${last}) n
    cross join lateral (select timestamptz '2024-11-01' + (n::float8 / ${devices} * 690) * interval '1 day' as made) m
    join bench_ways w on w.way = (n / 20 * 7919::bigint) % ${CUSTOMERS} join sku k on k.code = 'S' || (n / 20) % ${SKUS}`)
  await run(`insert into device (id, imei1, sn, sku_code, spu_code, carton_sn, pallet_sn, produced_on, destination_country)
    select n, ${imei} || imei_digit(${imei}), 'SN' || lpad(n::text, 10, '0'), 'S' || (n / 20) % ${SKUS}, 'X1', 'CT' || n / 20, 'PL' || n / 800, made::date, 'IN' from unit order by n`)
  await run(`insert into device_number (number, device_id)
    select x.number, d.id from device d cross join lateral (values (d.imei1), (d.sn)) x (number) where d.id between ${first} and ${last}`)
  const turn = `cross join lateral (values
      (1, made, 'produced', (select id from device_place where holder_type = 'factory'), null::bigint, null::int),
      (2, made + interval '3 days', 'inbound', in_warehouse, null, null),
      (3, made + interval '12 days', 'shipped', on_way, customer_id, null),
      (4, made + interval '20 days', 'sellIn', at_customer, customer_id, 1 + (n / 20 % 1000)::int),
      (5, made + interval '35 days', 'sellThrough', stores[shop], customer_id, null),
      (6, made + interval '35 days' + (n % 40) * interval '1 day', 'sellOut', consumers[shop], customer_id, null)
    ) e (seq, at, event, place_id, customer, source_id)`
  await run(`insert into device_custody (device_id, sku_id, customer_id, left_customer, from_at, until, received_at, place_id, source_id, seq, event)
    select n, sku_id, customer, false, at, lead, case when seq >= 4 then made + interval '20 days' end, place_id, source_id, seq, event
    from (select u.n, u.sku_id, u.made, u.turns, e.*, lead(e.at) over (partition by u.n order by e.seq) as lead from unit u ${turn} where e.seq <= u.turns) i where seq < turns order by n, seq`)
  await run(`insert into device_holding (device_id, sku_id, customer_id, from_at, received_at, activated_at, activated_on, place_id, source_id, scope_id, seq, holder_type, form, event)
    select n, sku_id, customer, at, case when seq in (4, 5) then made + interval '20 days' end, case when seq = 6 then date_trunc('day', at) end,
      case when seq = 6 then at::date end, place_id, source_id, scope_id, seq,
      case seq when 2 then 'warehouse' when 3 then 'transit' when 4 then 'customer' when 5 then 'store' else 'consumer' end, 'regular', event
    from unit ${turn} where seq = turns order by n`)
  await run(`insert into device_count (device_id, counted_for, sku_id, at, place_id, source_id, units, basis)
    select n, customer_id, sku_id, e.at, e.place_id, e.source_id, 1, e.event from unit ${turn} where e.seq between 4 and turns order by n`)
  await run(`insert into device_count (device_id, counted_for, sku_id, at, place_id, units, basis)
    select n, customer_id, sku_id, date_trunc('day', at), place_id, 1, 'activation' from unit ${turn} where seq = 6 and turns = 6`)
  await run(
    `insert into device_activation (device_id, day, country) select n, at::date, 'IN' from unit ${turn} where seq = 6 and turns = 6`,
  )
  await run('drop table unit')
}

/** A registry of so many devices, and how long it took to fill. */
export function registryRecipe(devices: number): Recipe {
  const hash = createHash('sha256').update(`${devices} `)
  return {
    name: 'registry',
    hash: hash.update(readFileSync(new URL(import.meta.url))).digest('hex'),
    async fill(databaseUrl) {
      await migrate(databaseUrl)
      const its = await deviceWorld(databaseUrl)
      const { pool } = its.world
      const began = performance.now()
      await fillRegistry(pool, devices)
      const filling = await pool.connect()
      await filling.query(QUICKLY)
      await filling.query('vacuum (freeze, analyze)')
      const seconds = (performance.now() - began) / 1000
      await filling.query(`create table bench_filling as select ${seconds}::int as seconds, product_now()::date as day`)
      filling.release(true)
      await its.close()
    },
  }
}

/** How long it took to fill the registry, and when. */
export async function fillingOf(client: Pick<pg.PoolClient, 'query'>): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`select seconds || ' s on ' || day as text from bench_filling`)
  return rows[0]!.text
}
