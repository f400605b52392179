import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Recipe } from '#kernel/platform/db/embedded/template.ts'
import { migrate, readMigrations } from '#kernel/platform/db/schema/migrate.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { restoreDemonstration } from '../../upgrade/stored-demonstration.ts'

// Devices of an installed database go into ranges of their ids by one migration: all of them with all of their past, or none.

const EMPTY: Recipe = { name: 'empty', hash: '0'.repeat(16), fill: () => Promise.resolve() }
const NAME = '0038-devices-at-size'
const STORED = join(import.meta.dirname, '../../upgrade/baseline.jsonl.zst')

let databaseUrl: string
let client: pg.Client

const migrations = readMigrations()
const at = migrations.findIndex(({ name }) => name === NAME)

beforeAll(async () => {
  databaseUrl = await testDatabase(EMPTY)
  await restoreDemonstration(databaseUrl, readFileSync(STORED))
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await migrate(databaseUrl, migrations.slice(0, at))
}, 300_000)
afterAll(() => client?.end())

const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows

/** What does not change: who had a device when and by which paper, what counts, and when and where it was switched on. */
const INTERVALS =
  'device_id, seq, from_at, until, event, holder_type, holder_code, scope_id, customer_code, store_code, received_at, document_no, price, currency'

test('devices of an installed database keep every interval, number and volume, and a migration that fails changes nothing', async () => {
  const custody = await rows(`select ${INTERVALS} from device_custody order by device_id, seq`)
  const numbers = await rows('select number, device_id from device_number order by number')
  const volumes = await rows(
    `select counted_for, sku_code, counted_as, sum(counted_units)::int as units, sum(price * counted_units) as amount from device_custody
     where counted_as is not null group by 1, 2, 3 order by 1, 2, 3`,
  )
  const activated = await rows(
    `select id, activation_country as country from device where activated_at is not null order by id`,
  )
  const claims = await rows('select id, device_id, state, amount from device_claim order by id')
  expect([custody.length, numbers.length, volumes.length, activated.length].every((count) => count > 100)).toBe(true)

  const migration = migrations[at]!
  const broken = { ...migration, sql: `${migration.sql}\nselect 1 / 0;` }
  await expect(migrate(databaseUrl, [...migrations.slice(0, at), broken])).rejects.toThrow(NAME)
  expect(await rows(`select ${INTERVALS} from device_custody order by device_id, seq`)).toEqual(custody)

  await migrate(databaseUrl)
  expect(await rows(`select ${INTERVALS} from device_interval order by device_id, seq`)).toEqual(custody)
  expect(await rows('select number, device_id from device_number order by number')).toEqual(numbers)
  expect(
    await rows(
      `select u.code as counted_for, k.code as sku_code, n.basis as counted_as, sum(n.units)::int as units, sum(s.price * n.units) as amount
       from device_count n join customer u on u.id = n.counted_for join sku k on k.id = n.sku_id left join device_source s on s.id = n.source_id
       where n.basis <> 'activation' group by 1, 2, 3 order by 1, 2, 3`,
    ),
  ).toEqual(volumes)
  const days = await rows(`select device_id as id, day::text, country from device_activation order by device_id`)
  expect(days.map(({ id, country }) => [id, country])).toEqual(activated.map(({ id, country }) => [id, country]))
  expect(await rows('select id, device_id, state, amount from device_claim order by id')).toEqual(claims)
  expect(await rows(`select to_regclass('old_device') as old`)).toEqual([{ old: null }])
}, 300_000)
