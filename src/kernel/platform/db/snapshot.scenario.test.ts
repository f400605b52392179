import { expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { createPool } from './pool.ts'
import { createCursorPool, snapshot } from './snapshot.ts'

const sleeping = { text: 'select pg_sleep(20)', values: [] }
const counting = { text: 'select 1 as n', values: [] }

it('a cancelled statement ends at once, and its connection serves the next one', async () => {
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
  // Far below the sleep's duration.
  expect(performance.now() - began).toBeLessThan(10_000)
  const late = snapshot(cursorPool, (tx) => tx.rows(sleeping), { signal: unwanted.signal, by: pool })
  await expect(late).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(await snapshot(cursorPool, (tx) => tx.rows(counting))).toEqual([{ n: 1 }])
  await Promise.all([pool.end(), cursorPool.end()])
})

it('a COPY returns the same as the statement with its values as parameters', async () => {
  const databaseUrl = await testDatabase()
  const pool = createCursorPool({ databaseUrl, max: 1, name: 'test copies' })
  const text = `select $1::text as text, $2::int[] as numbers, $3::timestamptz as at, $4::boolean as is, $5::text as missing, $6::text[] as names,
    $1 || '$' as again, n from generate_series(1, $7) n where n > $8 order by n desc limit $9`
  const hostile = `it's \\ "quoted" $1 -- /* */ $$ ' or 1=1; \n\t é😀`
  const names = ['a,b', '{"c"}', `d'e\\`, '']
  const values = [hostile, [1, -2], new Date('2026-11-21T20:15:00.123Z'), true, null, names, 5000, 1, 4000]
  const [expected, copied] = await snapshot(pool, async (tx, reading) => {
    const plain = await tx.rows<{ text: string }>({ text: `select q::text as text from (${text}) q`, values })
    const { fields, pieces } = await reading.copy({ text: `select q::text as text from (${text}) q`, values })
    expect(fields.map(({ name }) => name)).toEqual(['text'])
    let lines = ''
    for await (const piece of pieces) lines += piece.toString()
    return [plain.map((row) => row.text), lines.trimEnd().split('\n')]
  })
  const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' }
  expect(copied.map((line) => line.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter))).toEqual(
    expected,
  )
  expect(expected).toHaveLength(4000)
  await pool.end()
})

it('a COPY that breaks off leaves a working connection to the next reader', async () => {
  const databaseUrl = await testDatabase()
  const pool = createCursorPool({ databaseUrl, max: 1, name: 'test copies' })
  const many = { text: `select repeat('x', 1000) as x from generate_series(1, 200000)`, values: [] }
  const broken = snapshot(pool, async (_tx, reading) => {
    const { pieces } = await reading.copy(many)
    for await (const piece of pieces) if (piece.length > 0) throw new Error('the disk is full')
  })
  await expect(broken).rejects.toThrow('the disk is full')
  expect(await snapshot(pool, (tx) => tx.rows(counting))).toEqual([{ n: 1 }])
  const wrong = snapshot(pool, async (_tx, reading) => {
    const { pieces } = await reading.copy({ text: 'select 1 / (2 - n) as x from generate_series(1, 3) n', values: [] })
    for await (const _piece of pieces) continue
  })
  await expect(wrong).rejects.toThrow('division by zero')
  expect(await snapshot(pool, (tx) => tx.rows(counting))).toEqual([{ n: 1 }])
  await pool.end()
})
