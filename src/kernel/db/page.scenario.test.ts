import { afterAll, beforeAll, expect, it } from 'vitest'
import type pg from 'pg'
import { createPool } from '#kernel/db/pool.ts'
import { type Page, PAGE, readPage } from '#kernel/db/page.ts'
import { prepared } from '#kernel/db/statement.ts'
import { reading } from '#kernel/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'

let pool: pg.Pool

beforeAll(async () => {
  pool = createPool({ databaseUrl: await testDatabase(), max: 1, name: 'page test' })
  await pool.query(`create table shelf (id bigint primary key, name text not null)`)
  await pool.query(`insert into shelf select n, 'shelf ' || n from generate_series(1, 2000) n`)
  await pool.query('analyze shelf')
})
afterAll(() => pool.end())

const byId = prepared<{ id: string; name: string }>(
  'test.shelf',
  `select s.id, s.name from ${PAGE} join shelf s on s.id = page.id order by page.place`,
)
const page = (where: string, limit: number): Page<{ id: string; name: string }> => ({
  ids: { text: `select id from shelf where ${where} order by name desc limit $1`, values: [limit] },
  rows: (ids) => byId(ids),
})
const read = (where: string, limit: number) => reading(pool, (tx) => readPage(tx, page(where, limit)))

it('a page has its rows in the order of its ids, and none where nothing matches', async () => {
  expect((await read('true', 3)).map(({ name }) => name)).toEqual(['shelf 999', 'shelf 998', 'shelf 997'])
  expect(await read('false', 3)).toEqual([])
})

it('from the sixth page on the plan of the rows is kept for pages of any size, though the first ones had one row each', async () => {
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
