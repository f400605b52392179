import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { migrate, type Migration, readMigrations } from './migrate.ts'
import type { Recipe } from './template.ts'

// What docs/operations.md says of an upgrade, on a database of its own for each story.

const EMPTY: Recipe = { name: 'empty', hash: '0'.repeat(16), fill: () => Promise.resolve() }
const FIRST = of('0001-first', 'create table first (id int)')
const SECOND = of('0002-second', 'create table second (id int)')

let databaseUrl: string
let client: pg.Client

beforeEach(async () => {
  databaseUrl = await testDatabase(EMPTY)
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
})

afterEach(() => client.end())

function of(name: string, sql: string, checksum = sql): Migration {
  return { name, sql, checksum }
}

async function applied(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by 1')
  return rows.map(({ name }) => name)
}

describe('an upgrade', () => {
  it('an upgrade applies the missing migrations in order, and none twice', async () => {
    expect(await migrate(databaseUrl, [FIRST])).toEqual(['0001-first'])
    expect(await migrate(databaseUrl, [FIRST, SECOND])).toEqual(['0002-second'])
    expect(await migrate(databaseUrl, [FIRST, SECOND])).toEqual([])
  })

  it('of two processes that start together one applies the migrations', async () => {
    const slow = of('0001-first', 'create table first (id int); select pg_sleep(0.3)')
    const done = await Promise.all([migrate(databaseUrl, [slow, SECOND]), migrate(databaseUrl, [slow, SECOND])])
    expect(done.toSorted((a, b) => a.length - b.length)).toEqual([[], ['0001-first', '0002-second']])
  })

  it('an upgrade that fails leaves the database at the migration before it and names the line', async () => {
    const bad = of('0002-second', 'create table second (id int);\n\ninsert into second values (1, 2);')
    await expect(migrate(databaseUrl, [FIRST, bad])).rejects.toThrow(
      'Migration 0002-second at line 3: INSERT has more expressions than target columns',
    )
    expect(await applied()).toEqual(['0001-first'])
    expect((await client.query(`select to_regclass('second') as name`)).rows).toEqual([{ name: null }])
    expect(await migrate(databaseUrl, [FIRST, SECOND])).toEqual(['0002-second'])
  })
})

describe('a database is refused', () => {
  it('a database that is newer than the program is refused', async () => {
    await migrate(databaseUrl, [FIRST, SECOND])
    await expect(migrate(databaseUrl, [FIRST])).rejects.toThrow(
      'The database is newer than this version: it holds 0002-second',
    )
  })

  it('a database is refused that applied a migration whose text was changed, or that lacks one before its last', async () => {
    await migrate(databaseUrl, [SECOND])
    await expect(migrate(databaseUrl, [of('0002-second', SECOND.sql, 'another')])).rejects.toThrow(
      '0002-second was changed after this database had applied it',
    )
    await expect(migrate(databaseUrl, [FIRST, SECOND])).rejects.toThrow('0001-first comes before 0002-second')
  })

  it('a server that is older than PostgreSQL 15 is refused', async () => {
    // Found before the server's own: an answer that only an older one would give.
    await client.query(`create function public.current_setting(text) returns text language sql as
      $$ select case $1 when 'server_version_num' then '140022' when 'server_version' then '14.22' end $$`)
    const [{ name } = { name: '' }] = (await client.query<{ name: string }>('select current_database() as name')).rows
    await client.query(`alter database ${name} set search_path = public, pg_catalog`)
    await expect(migrate(databaseUrl, [FIRST])).rejects.toThrow('PostgreSQL 15 or newer is needed; the server is 14.22')
    expect((await client.query(`select to_regclass('public.schema_migration') as name`)).rows).toEqual([{ name: null }])
  })
})

it('a database that applied migration 0096 as it read before it ran on PostgreSQL 15 goes on, one that applied something else does not', async () => {
  const migrations = readMigrations()
  const upTo = migrations.findIndex(({ name }) => name === '0096-days-of-settings')
  const before = '080f3ad7afa76075a50810653d9f6c47c19e24d8a5e88724160bfc7b7a1ba21d'
  await client.query(
    'create table schema_migration (name text primary key, checksum text, applied_at timestamptz default now())',
  )
  for (const { name, checksum } of migrations.slice(0, upTo + 1))
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
  const hold = (checksum: string) =>
    client.query(`update schema_migration set checksum = $1 where name = '0096-days-of-settings'`, [checksum])
  const known = migrations.slice(0, upTo + 1)
  await hold(before)
  expect(await migrate(databaseUrl, known)).toEqual([])
  await hold(before.replace('0', '1'))
  await expect(migrate(databaseUrl, known)).rejects.toThrow('0096-days-of-settings was changed')
})

it('migration 0096 keeps days, and empties values that are no day', async () => {
  const migration = readMigrations().find(({ name }) => name === '0096-days-of-settings')
  const typed = [
    '2026-02-28',
    '2026-02-31',
    '2024-02-29',
    '0000-01-01',
    '2026-13-01',
    '2026-1-1',
    '31.12.2026',
    '',
    null,
  ]
  await client.query('create table budget_setting (id serial, valid_from text, valid_to text)')
  for (const day of typed)
    await client.query('insert into budget_setting (valid_from, valid_to) values ($1, $1)', [day])
  await client.query(migration?.sql ?? '')
  const { rows } = await client.query<{ from: string | null; to: string | null }>(
    `select valid_from::text as from, valid_to::text as to from budget_setting order by id`,
  )
  const days = ['2026-02-28', null, '2024-02-29', null, null, null, null, null, null]
  expect(rows).toEqual(days.map((day) => ({ from: day, to: day })))
})
