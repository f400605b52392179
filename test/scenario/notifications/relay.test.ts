import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { type Message, startRelay } from '#kernel/platform/outbox/relay.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { blockOf } from '#test/helpers/laws/handbook.ts'
import { until } from '#test/helpers/until.ts'

let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  pool = createPool({ databaseUrl: await testDatabase(), max: 3, name: 'test relay' })
})

afterAll(async () => {
  await pool?.end()
})

const say = (...words: readonly string[]) =>
  pool.query(
    `insert into outbox (topic, payload) select 'test', jsonb_build_object('word', w) from unnest($1::text[]) w`,
    [words],
  )
const wordOf = ({ payload }: Message) => (payload as { readonly word?: string }).word

it('the relay skips a message that fails and keeps it aside with the reason', async () => {
  const taken: (string | undefined)[] = []
  await say('one', 'bad', 'two')
  const relay = startRelay(
    pool,
    async (tx, messages) => {
      for (const message of messages)
        await tx.run({ text: 'select 1 / $1::int', values: [wordOf(message) === 'bad' ? 0 : 1] })
      taken.push(...messages.map(wordOf))
    },
    10,
  )
  await until(
    () => taken.includes('two'),
    () => `taken: ${taken.join(' ')}`,
  )
  await say('three')
  await until(
    () => taken.includes('three'),
    () => `taken: ${taken.join(' ')}`,
  )
  await relay.close()
  expect(taken).toEqual(['one', 'two', 'three'])
  const { rows } = await pool.query(`select payload->>'word' as word, reason from outbox_dead_letter`)
  expect(rows).toEqual([{ word: 'bad', reason: 'division by zero' }])
  expect((await pool.query('select from outbox')).rowCount).toBe(0)

  // The statement of docs/operations.md puts it back once the cause is mended.
  const again = blockOf('Messages that were set aside', 'sql')
  const aside = await pool.query<{ id: string }>('select id from outbox_dead_letter')
  await pool.query(again.replace('id = 1', `id = ${aside.rows[0]?.id}`))
  expect((await pool.query('select from outbox_dead_letter')).rowCount).toBe(0)
  expect((await pool.query<{ word: string }>(`delete from outbox returning payload->>'word' as word`)).rows).toEqual([
    { word: 'bad' },
  ])
})

it('the relay leaves all messages in place while the database refuses connections', async () => {
  await say('four')
  let asked = 0
  const away = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  const relay = startRelay(
    pool,
    async () => {
      asked += 1
      throw away
    },
    10,
  )
  await until(() => asked > 2, 'the relay does not ask again')
  await relay.close()
  expect((await pool.query(`select from outbox where payload->>'word' = 'four'`)).rowCount).toBe(1)
})
