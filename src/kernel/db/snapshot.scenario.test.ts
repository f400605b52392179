import { expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { createPool } from './pool.ts'
import { createCursorPool, snapshot } from './snapshot.ts'

const sleeping = { text: 'select pg_sleep(20)', values: [] }
const counting = { text: 'select 1 as n', values: [] }

it('a statement that nobody wants any more ends at once, and the connection serves the next one', async () => {
  const databaseUrl = await testDatabase()
  const pool = createPool({ databaseUrl, max: 1, name: 'test' })
  const cursorPool = createCursorPool({ databaseUrl, max: 1, name: 'test exports' })
  const unwanted = new AbortController()
  const began = performance.now()
  const reading = snapshot(
    cursorPool,
    async (tx) => {
      await tx.rows(counting)
      setTimeout(() => unwanted.abort(), 100)
      await tx.rows(sleeping)
    },
    { signal: unwanted.signal, by: pool },
  )
  await expect(reading).rejects.toThrow('canceling statement')
  // Far below the sleep.
  expect(performance.now() - began).toBeLessThan(10_000)
  const late = snapshot(cursorPool, (tx) => tx.rows(sleeping), { signal: unwanted.signal, by: pool })
  await expect(late).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(await snapshot(cursorPool, (tx) => tx.rows(counting))).toEqual([{ n: 1 }])
  await Promise.all([pool.end(), cursorPool.end()])
})
