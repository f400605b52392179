import { afterAll, beforeAll, expect, it } from 'vitest'
import type pg from 'pg'
import { createPool } from './pool.ts'
import { type QueryPage, PAGE, readPage } from './page.ts'
import { firstByOrganisation } from './by-organisation.ts'
import { lookups } from './lookups.ts'
import { keptArray, prepared } from './statement.ts'
import { reading } from './tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'

let pool: pg.Pool

beforeAll(async () => {
  pool = createPool({ databaseUrl: await testDatabase(), max: 1, name: 'page test' })
  await pool.query(`create table shelf (id bigint primary key, name text not null)`)
  await pool.query(`insert into shelf select n, 'shelf ' || n from generate_series(1, 2000) n`)
  await pool.query('analyze shelf')
  await pool.query(`create table stand (code text primary key, scope_id int not null)`)
  await pool.query(`insert into stand select lpad(n::text, 6, '0'), (n / 1000)::int from generate_series(0, 19999) n`)
  await pool.query('create index on stand (scope_id, code)')
  await pool.query('analyze stand')
  await pool.query(`create table stall (code text primary key, scope_id int not null)`)
  await pool.query(`insert into stall select lpad(n::text, 6, '0'), n % 20 from generate_series(0, 19999) n`)
  await pool.query('create index on stall (scope_id, code)')
  await pool.query('vacuum analyze stall')
})
afterAll(() => pool.end())

const byId = prepared<{ id: string; name: string }>(
  'test.shelf',
  `select s.id, s.name from ${PAGE} join shelf s on s.id = page.id order by page.place`,
)
const page = (where: string, limit: number): QueryPage<{ id: string; name: string }> => ({
  ids: { text: `select id from shelf where ${where} order by name desc limit $1`, values: [limit] },
  rows: (ids) => byId(ids),
})
const read = (where: string, limit: number) => reading(pool, (tx) => readPage(tx, page(where, limit)))

it('a page has its rows in the order of its ids, and none where nothing matches', async () => {
  expect((await read('true', 3)).map(({ name }) => name)).toEqual(['shelf 999', 'shelf 998', 'shelf 997'])
  expect(await read('false', 3)).toEqual([])
})

it('the plan of a page statement is kept from the sixth call for pages of any size', async () => {
  for (let call = 0; call < 8; call += 1) await read('id = 7', 1)
  const plans = async () => {
    const { rows } = await pool.query<{ generic: string }>(
      `select generic_plans as generic from pg_prepared_statements where name = 'test.shelf'`,
    )
    return Number(rows[0]?.generic ?? 0)
  }
  const before = await plans()
  expect(before).toBeGreaterThan(0)
  await read('true', 500)
  await read('id = 7', 1)
  expect(await plans()).toBe(before + 2)
})

const plansOf = async (name: string) => {
  const { rows } = await pool.query<{ generic: string }>(
    `select generic_plans as generic from pg_prepared_statements where name = $1`,
    [name],
  )
  return Number(rows[0]?.generic ?? 0)
}

it('the plan of a statement with an array is kept for one or hundreds of entries', async () => {
  const named = prepared<{ name: string }>(
    'test.names',
    `select name from shelf where id = any (${keptArray(1, 'bigint')})
     union all select code from stand where code = any (${keptArray(2, 'text')})`,
  )
  for (let call = 0; call < 8; call += 1) await reading(pool, (tx) => tx.rows(named(['7'], ['000007'])))
  const before = await plansOf('test.names')
  expect(before).toBeGreaterThan(0)
  const many = Array.from({ length: 300 }, (_, index) => String(index + 1))
  expect((await reading(pool, (tx) => tx.rows(named(many, [])))).length).toBe(300)
  expect(await plansOf('test.names')).toBe(before + 1)
})

it('lookups in several tables are one statement with a plan for each combination of keys', async () => {
  const names = (shelves: readonly number[], stands: readonly string[]) =>
    lookups<{ name: string }>('test.looks', [
      { keys: shelves, type: 'int', select: (keys) => `select name from shelf where id = any (${keys})` },
      { keys: stands, type: 'text', select: (keys) => `select code as name from stand where code = any (${keys})` },
    ])
  expect(names([], [])).toBeNull()
  const read = async (shelves: readonly number[], stands: readonly string[]) =>
    (await reading(pool, (tx) => tx.rows(names(shelves, stands)!))).map(({ name }) => name)
  expect(await read([7], [])).toEqual(['shelf 7'])
  expect(await read([], ['000009'])).toEqual(['000009'])
  expect(await read([7], ['000009'])).toEqual(['shelf 7', '000009'])
  expect(names([7], ['000009'])?.text).toContain('union all')
  expect(new Set([names([7], []), names([], ['1']), names([7], ['1'])].map((each) => each?.name)).size).toBe(3)
})

const firstOf = (table: string, scope: readonly number[], most: number, direction: 'asc' | 'desc') =>
  firstByOrganisation({
    scope,
    ids: () => '$1',
    most,
    column: 's.scope_id',
    rows: `select s.code from ${table} s where true`,
    order: `s.code ${direction}`,
    orderOfAll: `w.code ${direction}`,
  })

it('the first rows of some organisations are found without reading rows of others', async () => {
  const asked = (scope: readonly number[], most: number, direction: 'asc' | 'desc') =>
    firstOf('stand', scope, most, direction)
  for (const direction of ['asc', 'desc'] as const)
    for (const scope of [[17], [3, 17, 3], [0, 19]]) {
      const text = asked(scope, 25, direction)!
      const { rows } = await pool.query(text, [scope])
      const { rows: expected } = await pool.query(
        `select code from stand where scope_id = any ($1::int[]) order by code ${direction} limit 25`,
        [scope],
      )
      expect(rows).toEqual(expected)
    }
  const { rows: plan } = await pool.query<{ 'QUERY PLAN': readonly object[] }>(
    `explain (analyze, buffers, format json) ${asked([17, 18], 20, 'asc')!.replaceAll('$1', "'{17,18}'")}`,
  )
  const [{ Plan: top }] = plan[0]!['QUERY PLAN'] as unknown as [{ Plan: Record<string, number> }]
  // The rows of other organisations alone fill more than a hundred pages of the table.
  expect(top['Shared Hit Blocks']! + top['Shared Read Blocks']!).toBeLessThan(30)
})

it("a late page merges the rows of its reader's organisations without reading beyond its end", async () => {
  for (const direction of ['asc', 'desc'] as const)
    for (const scope of [[3], [3, 17, 3], [0, 7, 12, 19]]) {
      const { rows } = await pool.query(firstOf('stall', scope, 4_001, direction)!, [scope])
      const { rows: expected } = await pool.query(
        `select code from stall where scope_id = any ($1::int[]) order by code ${direction}`,
        [scope],
      )
      expect(expected.length).toBe(new Set(scope).size * 1_000)
      expect(rows).toEqual(expected)
    }
  // Ten organisations have 10,000 rows; reading them one after the other would read 401 rows of each.
  const ten = Array.from({ length: 10 }, (_, index) => index)
  const { rows: plan } = await pool.query<{ 'QUERY PLAN': readonly object[] }>(
    `explain (analyze, format json) ${firstOf('stall', ten, 401, 'asc')!.replaceAll('$1', `'{${ten.join(',')}}'`)}`,
  )
  const looked = [...JSON.stringify(plan).matchAll(/"Relation Name":"stall".*?"Actual Rows":([\d.]+)/g)]
  expect(looked.length).toBe(10)
  expect(looked.reduce((sum, [, rows]) => sum + Number(rows), 0)).toBeLessThan(420)
  const [tooMany, most] = [41, 40].map((length) => Array.from({ length }, (_, index) => index))
  expect(firstOf('stall', most!, 1_000, 'asc')).not.toBeNull()
  expect(firstOf('stall', tooMany!, 1_000, 'asc')).toBeNull()
})
