import { afterEach, beforeEach, expect, it } from 'vitest'
import type pg from 'pg'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { createPool } from './pool.ts'
import { reading, type ReadTx, type Tx } from './tx.ts'

let pool: pg.Pool
beforeEach(async () => {
  pool = createPool({ databaseUrl: await testDatabase(), max: 4, name: 'test' })
})
afterEach(() => pool.end())

/** Reads that take so long each that a second connection is there before they end; each answers its number and who read it. */
const reads = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (n) => (tx: Tx) =>
    tx.rows<{ n: number; pid: number }>({
      text: 'select $1::int as n, pg_backend_pid() as pid from pg_sleep(0.05)',
      values: [n],
    }),
)
const readAll = async (tx: ReadTx) => {
  const rows = (await tx.shared(reads)).flat()
  return { numbers: rows.map(({ n }) => n), connections: new Set(rows.map(({ pid }) => pid)).size }
}
const IN_ORDER = [0, 1, 2, 3, 4, 5, 6, 7]

it('reads of one call are shared by two connections while most of the pool is free, and answer in order', async () => {
  expect(await reading(pool, readAll)).toEqual({ numbers: IN_ORDER, connections: 2 })
  expect([pool.totalCount, pool.idleCount]).toEqual([2, 2])
})

it('reads of one call stay on its own connection where half of the pool is in use, and none of many calls waits for two', async () => {
  const busy = await pool.connect()
  expect(await reading(pool, readAll)).toEqual({ numbers: IN_ORDER, connections: 1 })
  busy.release()
  const answers = await Promise.all(Array.from({ length: 12 }, () => reading(pool, readAll)))
  for (const { numbers } of answers) expect(numbers).toEqual(IN_ORDER)
  expect(pool.idleCount).toBe(pool.totalCount)
})

it('a read that fails ends the call after both connections came to rest, and both serve the next call', async () => {
  const begun: number[] = []
  const failing = IN_ORDER.map((n) => async (tx: Tx) => {
    begun.push(n)
    await tx.rows({ text: n === 3 ? 'select 1 / 0' : 'select pg_sleep(0.05)', values: [] })
  })
  await expect(reading(pool, (tx) => tx.shared(failing))).rejects.toThrow('division by zero')
  expect(begun.length).toBeLessThan(IN_ORDER.length)
  expect(pool.idleCount).toBe(pool.totalCount)
  expect(await reading(pool, readAll)).toMatchObject({ numbers: IN_ORDER })
})

it('a second connection that cannot be had leaves all reads to the first', async () => {
  const only = {
    totalCount: 1,
    idleCount: 0,
    waitingCount: 0,
    options: { max: 4 },
    connect: (() => {
      let count = 0
      return () => (count++ === 0 ? pool.connect() : Promise.reject(new Error('too many connections')))
    })(),
  }
  expect(await reading(only, readAll)).toEqual({ numbers: IN_ORDER, connections: 1 })
})
