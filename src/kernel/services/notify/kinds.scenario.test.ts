import pg from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { KINDS } from './kinds.ts'

it('every kind of notification can be stored', async () => {
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'notification__kind'`,
  )
  await client.end()
  const kept = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'::text/g)].map(([, kind]) => kind)
  // Sorted lists rather than sets, so that a kind listed twice is found too.
  const sorted = (kinds: readonly (string | undefined)[]) => kinds.map(String).toSorted((a, b) => a.localeCompare(b))
  expect(sorted(kept)).toEqual(sorted(KINDS))
})
