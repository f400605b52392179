import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { createPool } from './pool.ts'
import { prepared, type Statement } from './statement.ts'
import { reading, transaction, twoFlights } from './tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'

let pool: pg.Pool

beforeAll(async () => {
  // A single connection, so that the next flight sees what the previous one left behind.
  pool = createPool({ databaseUrl: await testDatabase(), max: 1, name: 'flight test' })
  await pool.query('create table berth (id bigint primary key, name text, day date, depth numeric(10,2), open boolean)')
})
beforeEach(() => pool.query('truncate berth'))
afterAll(() => pool.end())

const insert = prepared('test.berth-insert', 'insert into berth values ($1, $2, $3, $4, $5)')
const select = prepared<Record<string, unknown>>('test.berth-select', 'select * from berth order by id')
const divide = prepared<{ quotient: number }>('test.divide', 'select 12 / $1::int as quotient')
const text = (words: string, ...values: readonly unknown[]): Statement => ({ text: words, values })
const ids = async () => (await pool.query<{ id: string }>('select id from berth order by id')).rows.map(({ id }) => id)
const preparations = async (name: string) =>
  (await pool.query(`select from pg_prepared_statements where name = $1`, [name])).rowCount

describe('a flight of statements', () => {
  it('a flight of statements answers in order with driver values, prepared or not', async () => {
    for (const id of ['1', '2', '3']) {
      const answers = await transaction(pool, (tx) =>
        tx.flight([
          insert(id, id === '2' ? null : 'north', '2026-03-29', '4.50', id === '3'),
          text('select $1::int as one, $1::int > 0 as sure', 1),
          insert(`1${id}`, null, null, null, null),
          select(),
          text('delete from berth where id > 10'),
          text('select where false'),
        ]),
      )
      expect(answers.map((rows) => rows.length)).toEqual([0, 1, 0, Number(id) + 1, 0, 0])
      expect(answers[1]).toEqual([{ one: 1, sure: true }])
      expect(answers[3]?.at(-2)).toEqual({
        id,
        name: id === '2' ? null : 'north',
        day: '2026-03-29',
        depth: '4.50',
        open: id === '3',
      })
      expect(answers[3]?.at(-1)).toEqual({ id: `1${id}`, name: null, day: null, depth: null, open: null })
    }
    expect(await preparations('test.berth-insert')).toBe(1)
  })

  it('a write counts the rows that it changed', async () => {
    const touched = await transaction(pool, async (tx) => [
      await tx.run(text('insert into berth (id) select generate_series(1, 7)')),
      await tx.run(text('update berth set open = true where id <= 3')),
      await tx.run(text('delete from berth where id = 99')),
    ])
    expect(touched).toEqual([7, 3, 0])
  })

  it('a flight of statements throws the first error and runs nothing after it', async () => {
    const flight = () =>
      transaction(pool, (tx) =>
        tx.flight([insert('1', null, null, null, null), divide(0), divide(3), text('nonsense')]),
      )
    await expect(flight()).rejects.toMatchObject({ code: '22012' })
    expect(await ids()).toEqual([])
  })

  it('a flight of statements that fails leaves no statement marked as prepared', async () => {
    const after = prepared<{ sum: number }>('test.never-reached', 'select $1::int + 1 as sum')
    await expect(transaction(pool, (tx) => tx.flight([text('nonsense'), after(1), after(2)]))).rejects.toMatchObject({
      code: '42601',
    })
    expect(await preparations('test.never-reached')).toBe(0)
    expect(await transaction(pool, (tx) => tx.flight([after(1), after(2)]))).toEqual([[{ sum: 2 }], [{ sum: 3 }]])
  })

  it('a flight of statements is refused as a whole for an unwritable value or an ambiguous name, and the connection stays usable', async () => {
    const unwritable = {
      toPostgres() {
        throw new Error('no such depth')
      },
    }
    const first = insert('1', null, null, null, null)
    const write = (second: Statement) => transaction(pool, (tx) => tx.flight([first, second]))
    await expect(write(insert('2', unwritable, null, null, null))).rejects.toThrow('no such depth')
    await transaction(pool, (tx) => tx.rows(select()))
    await expect(write({ ...select(), text: 'select 1' })).rejects.toThrow(
      "Two statements are named 'test.berth-select'",
    )
    const unknown: Statement = { name: 'test.berth-unknown', text: 'select 1', values: [] }
    const both = [unknown, { ...unknown, text: 'select 2' }]
    await expect(transaction(pool, (tx) => tx.flight(both))).rejects.toThrow("'test.berth-unknown'")
    expect(await ids()).toEqual([])
    expect(await reading(pool, (tx) => tx.rows(divide(4)))).toEqual([{ quotient: 3 }])
  })

  it('several flights at once on one connection each get their own answers, also beside a failing one', async () => {
    const settled = await reading(pool, (tx) => Promise.allSettled([1, 2, 0, 3, 4].map((by) => tx.first(divide(by)))))
    expect(
      settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as pg.DatabaseError).code)),
    ).toEqual([{ quotient: 12 }, { quotient: 6 }, '22012', { quotient: 4 }, { quotient: 3 }])
  })

  it('a flight outside of a transaction commits each statement by itself', async () => {
    const flight = () =>
      reading(pool, (tx) =>
        tx.flight([insert('1', null, null, null, null), divide(0), insert('2', null, null, null, null)]),
      )
    await expect(flight()).rejects.toMatchObject({ code: '22012' })
    expect(await ids()).toEqual(['1', '2'])
  })

  it('a flight with begin and commit writes all or nothing, and a failed commit is an error', async () => {
    const write = (second: string) =>
      twoFlights(pool, [divide(2)], ([rows]) => ({
        writes: [insert('1', null, null, null, null), insert(second, null, null, null, null)],
        answer: rows,
      }))
    await expect(write('1')).rejects.toMatchObject({ code: '23505' })
    expect(await ids()).toEqual([])
    expect(await write('2')).toEqual([{ quotient: 6 }])
    expect(await ids()).toEqual(['1', '2'])
    const swallowed = transaction(pool, async (tx) => {
      await tx.rows(divide(0)).catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow('commit answered ROLLBACK')
  })

  it('a flight whose connection breaks is an error and not an endless wait', async () => {
    const broken = reading(pool, (tx) => tx.flight([text('select pg_terminate_backend(pg_backend_pid())'), divide(1)]))
    await expect(broken).rejects.toThrow()
    expect(await reading(pool, (tx) => tx.rows(divide(6)))).toEqual([{ quotient: 2 }])
  })
})
