import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { migrate, type Migration, readLaterMigrations } from './migrate.ts'
import type { Recipe } from '../embedded/template.ts'

// Each test checks a statement of docs/operations.md on upgrades, on a database of its own.

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

  it('two processes start together, and one of them applies the migrations', async () => {
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
    // Shadows the server's function, to simulate an older server.
    await client.query(`create function public.current_setting(text) returns text language sql as
      $$ select case $1 when 'server_version_num' then '140022' when 'server_version' then '14.22' end $$`)
    const [{ name } = { name: '' }] = (await client.query<{ name: string }>('select current_database() as name')).rows
    await client.query(`alter database ${name} set search_path = public, pg_catalog`)
    await expect(migrate(databaseUrl, [FIRST])).rejects.toThrow('PostgreSQL 15 or newer is needed; the server is 14.22')
    expect((await client.query(`select to_regclass('public.schema_migration') as name`)).rows).toEqual([{ name: null }])
  })
})

describe('a migration that changes data', () => {
  const numbers = { ...FIRST, sql: 'create table first (id int); insert into first values (1), (2)' }
  const doubles = of('0002-doubles', 'update first set id = id * 2')

  it('a migration runs where its assertions hold before and after it', async () => {
    const holds = {
      ...doubles,
      before: 'select id from first where id > 2',
      after: 'select id from first where id % 2 = 1',
    }
    expect(await migrate(databaseUrl, [numbers, holds])).toEqual(['0001-first', '0002-doubles'])
  })

  it.each([
    ['before', { before: 'select 1 where false; select id from first where id = 2' }, '{"id":2}'],
    ['after', { after: 'select id from first where id = 4' }, '{"id":4}'],
  ])('a migration whose assertion fails %s it leaves the data as they were', async (when, assertion, row) => {
    await migrate(databaseUrl, [numbers])
    await expect(migrate(databaseUrl, [numbers, { ...doubles, ...assertion }])).rejects.toThrow(
      `0002-doubles.${when} does not hold for 1 rows, the first ${row}`,
    )
    expect((await client.query('select id from first order by 1')).rows).toEqual([{ id: 1 }, { id: 2 }])
    expect(await applied()).toEqual(['0001-first'])
  })
})

describe('a migration that builds indexes without locking writes', () => {
  const index = of(
    '0002-indexes',
    '-- Found by every list.\ncreate index concurrently first__id on first (id);\ncreate unique index concurrently first__once on first (id);\n',
  )
  const validity = async () =>
    (
      await client.query<{ name: string; valid: boolean }>(
        `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname like 'first\\_\\_%' order by 1`,
      )
    ).rows

  it('an index is built while another transaction writes to its table', async () => {
    await migrate(databaseUrl, [FIRST])
    const writer = new pg.Client({ connectionString: databaseUrl })
    await writer.connect()
    await writer.query('begin')
    await writer.query('insert into first values (1)')
    const building = migrate(databaseUrl, [FIRST, index])
    // A lock that excludes writes would queue before this row.
    await client.query('insert into first values (2)')
    await writer.query('commit')
    await writer.end()
    expect(await building).toEqual(['0002-indexes'])
    expect(await validity()).toEqual([
      { name: 'first__id', valid: true },
      { name: 'first__once', valid: true },
    ])
  })

  it('a build that failed leaves nothing in the way of the next try, which builds what is missing', async () => {
    await migrate(databaseUrl, [FIRST])
    await client.query('insert into first values (7), (7)')
    await expect(migrate(databaseUrl, [FIRST, index])).rejects.toThrow(
      'Migration 0002-indexes: could not create unique index',
    )
    expect(await validity()).toEqual([
      { name: 'first__id', valid: true },
      { name: 'first__once', valid: false },
    ])
    await client.query('delete from first')
    expect(await migrate(databaseUrl, [FIRST, index])).toEqual(['0002-indexes'])
    expect((await validity()).map(({ valid }) => valid)).toEqual([true, true])
  })

  it('processes that start together build an index without waiting for each other for ever', async () => {
    await migrate(databaseUrl, [FIRST])
    const done = await Promise.all([migrate(databaseUrl, [FIRST, index]), migrate(databaseUrl, [FIRST, index])])
    expect(done.flat()).toEqual(['0002-indexes'])
  })

  it('a migration of indexes that holds something else beside them is refused', async () => {
    const mixed = of('0002-mixed', 'create index concurrently first__id on first (id); update first set id = 1;')
    await expect(migrate(databaseUrl, [FIRST, mixed])).rejects.toThrow('so it may hold nothing else: update first')
  })
})

it('a database that was made before the baseline is refused with the last commit that reads it', async () => {
  await client.query(
    'create table schema_migration (name text primary key, checksum text, applied_at timestamptz default now())',
  )
  await client.query(`insert into schema_migration (name, checksum) values ('0001-kernel', 'x'), ('0002-access', 'y')`)
  await expect(migrate(databaseUrl)).rejects.toThrow(
    'The database was made before the baseline; commit 15085cca is the last that reads it. A folder of the demonstration (.data) may be deleted',
  )
})

it.each([
  [['0144-a.sql', '0144-b.sql'], '0144-b and 0144-a have the same number'],
  [['0144-a.before.sql'], '0144-a has assertions and no 0144-a.sql'],
  [['first.sql'], 'first.sql is not named NNNN-name.sql'],
])('a folder of migrations with %j is refused', (files, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  try {
    for (const file of files) writeFileSync(join(folder, file), 'select 1')
    expect(() => readLaterMigrations(folder)).toThrow(message)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
